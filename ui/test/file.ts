/** Replaces the address of a picture or style sheet. */
export default 'file';
