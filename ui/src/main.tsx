import '@fontsource-variable/hanken-grotesk/wght.css';
import '@fontsource/libre-caslon-display/index.css';
import '~/styles/base.css';

const root = document.getElementById('root');

// The page and the rules load together: without WebAssembly the page cannot show anything correctly.
if (root) {
  import('~/app/start')
    .then(({ start }) => start(root))
    .catch(() => {
      root.className = 'unavailable';
      root.textContent =
        'This page could not be loaded. Please check your connection, or try another browser, and load it again.';
    });
}
