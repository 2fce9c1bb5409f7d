import '@fontsource-variable/hanken-grotesk/wght.css';
import { askEarly } from '~/lib/early';
import { shortTimeoutMs } from '~/lib/time/shortTimeout';
import { untilTypingPauses, watchTyping } from '~/lib/typing';
import '~/styles/base.css';

const root = document.getElementById('root');

// The page and the rules load together: without WebAssembly the page cannot show anything correctly.
async function load(into: HTMLElement): Promise<void> {
  watchTyping();
  askEarly('/api/status', import.meta.env.RULES_VERSION, shortTimeoutMs);
  await untilTypingPauses();
  const { start } = await import('~/app/start');
  await start(into);
}

if (root) load(root).catch(() => showNotLoaded(root));

/** A screen that was rendered when the page was built stays, with what was typed into it. */
function showNotLoaded(beside: HTMLElement): void {
  const note = document.createElement('p');
  note.className = 'unavailable';
  note.setAttribute('role', 'alert');
  note.textContent =
    'This page could not be loaded. Please check your connection, or try another browser, and load it again.';
  beside.before(note);
  delete document.documentElement.dataset['unseen'];
}
