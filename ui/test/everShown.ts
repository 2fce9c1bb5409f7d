/**
 * Watches the page until the test ends. The returned function gives whether `isShown` held after any change of the page so
 * far, so that a test finds what a customer sees for one frame only.
 */
export function everShown(isShown: () => boolean): () => boolean {
  let shown = isShown();
  const observer = new MutationObserver(() => {
    shown ||= isShown();
  });
  observer.observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true });
  watching.push(observer);
  return () => shown;
}

const watching: MutationObserver[] = [];
afterEach(() => watching.splice(0).forEach((observer) => observer.disconnect()));
