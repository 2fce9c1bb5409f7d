import '@testing-library/jest-dom';
import { cleanup } from '@testing-library/react';

afterEach(() => {
  cleanup();
  sessionStorage.clear();
});

// jsdom lays nothing out, so it cannot scroll.
window.scrollTo = () => undefined;
Element.prototype.scrollIntoView = () => undefined;

// jsdom has no width: every screen is a phone's.
window.matchMedia = (media) => Object.assign(new EventTarget(), { media, matches: false }) as unknown as MediaQueryList;

// A browser forgets its cookies between tests.
beforeEach(() => {
  for (const part of document.cookie.split('; ')) document.cookie = `${part.split('=')[0]}=; max-age=0`;
});
