import '@testing-library/jest-dom';
import { cleanup, configure } from '@testing-library/react';
import { toast } from 'sonner';

// A screen's code is compiled when it is first opened, which is slow on a small machine that compiles the server meanwhile.
configure({ asyncUtilTimeout: 25_000 });
jest.setTimeout(60_000);

afterEach(() => {
  // Sonner keeps its toasts, and would show them again in the next test.
  toast.dismiss();
  cleanup();
  sessionStorage.clear();
  localStorage.clear();
});

// jsdom has no layout, so it cannot scroll.
window.scrollTo = () => undefined;
Element.prototype.scrollIntoView = () => undefined;

// jsdom has no width: every media query fails, as on a phone.
window.matchMedia = (media) => Object.assign(new EventTarget(), { media, matches: false }) as unknown as MediaQueryList;

// Clear the cookies between tests.
beforeEach(() => {
  for (const part of document.cookie.split('; ')) document.cookie = `${part.split('=')[0]}=; max-age=0; path=/`;
});

// jsdom's files lack `arrayBuffer`.
Blob.prototype.arrayBuffer ??= function arrayBuffer(this: Blob) {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => resolve(reader.result as ArrayBuffer));
    reader.addEventListener('error', () => reject(reader.error));
    reader.readAsArrayBuffer(this);
  });
};
