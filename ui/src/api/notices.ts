let show: (text: string) => void = () => undefined;

/** Says how the customer is told of something that happened behind the screen that they are on. */
export function showNoticesBy(how: (text: string) => void): void {
  show = how;
}

/** Tells the customer, on whichever screen they are. */
export const notice = (text: string): void => show(text);
