type Show = (text: string, options?: { spoken?: boolean }) => void;

let show: Show = () => undefined;

/** Sets the function that shows notices. This layer cannot import the toasts. */
export function showNoticesBy(how: Show): void {
  show = how;
}

/** Tells the customer something, on whichever screen they are. `spoken` is false if the screen itself reads it out. */
export const notice: Show = (text, options) => show(text, options);
