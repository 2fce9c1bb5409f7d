type Show = (text: string, options?: { spoken?: boolean }) => void;

let show: Show = () => undefined;

/** Says how the customer is told of something that happened behind the screen that they are on. */
export function showNoticesBy(how: Show): void {
  show = how;
}

/** Tells the customer, on whichever screen they are. `spoken` is false if the screen itself reads it out. */
export const notice: Show = (text, options) => show(text, options);
