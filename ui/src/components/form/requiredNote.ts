/** Explains the star at the labels of a form. */
export const requiredNote = '*Indicated required field';
