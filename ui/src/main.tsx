import '@fontsource-variable/hanken-grotesk/wght.css';
import '~/styles/base.css';

const root = document.getElementById('root');

// The page and the rules load together: without WebAssembly the page cannot show anything correctly.
if (root) {
  import('~/app/start').then(({ start }) => start(root)).catch(() => sayNotLoaded(root));
}

/** A screen that was rendered when the page was built stays, with what was typed into it. */
function sayNotLoaded(beside: HTMLElement): void {
  const note = document.createElement('p');
  note.className = 'unavailable';
  note.setAttribute('role', 'alert');
  note.textContent =
    'This page could not be loaded. Please check your connection, or try another browser, and load it again.';
  beside.before(note);
  delete document.documentElement.dataset['unseen'];
}
