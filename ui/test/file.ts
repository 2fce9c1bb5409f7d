/** Stands in for a picture or a style sheet: its address. */
export default 'file';
