import { recall, remember } from '~/lib/memory';

/** After this a heading's font does not change any more: browsers wait 100 ms for one that is optional. */
const headingFontMs = 500;

/** In `localStorage`: this browser has fetched our fonts on a slow network. They then come at once (`waiting.js`). */
const keptKey = 'stylebox.fonts';

/**
 * Gives headings the font that the first page of the visit had: ours, or one of the device if ours came too late for it. No heading
 * changes its look on the way (`tokens.css`). A rendered screen does the same in `waiting.js`, before its first paint.
 */
export function keepHeadingFont(): void {
  const kept = recall('headings');
  if (kept !== null) document.documentElement.dataset['headings'] = kept;
}

/** Called once the page answers: remembers which font headings have, and fetches the fonts if they have waited for the page. */
export function settleFonts(): void {
  setTimeout(rememberHeadingFont, headingFontMs);
  const { dataset } = document.documentElement;
  if (dataset['fonts'] === undefined) return;
  delete dataset['fonts'];
  const wanted = ['1em "Libre Caslon Display"', '1em "Hanken Grotesk Variable"'];
  void Promise.all(wanted.map((font) => document.fonts.load(font)))
    .then((fonts) => fonts.every((faces) => faces.length > 0) && localStorage.setItem(keptKey, 'kept'))
    .catch(() => undefined);
}

/** Remembers what the first page of the visit has. Called once headings are shown, after which their font does not change any more. */
function rememberHeadingFont(): void {
  if (recall('headings') !== null) return;
  if (document.documentElement.dataset['headings'] === 'device') return remember('headings', 'device');
  const probe = document.createElement('span');
  probe.textContent = 'Headings';
  probe.style.cssText = 'position: absolute; visibility: hidden; font: 100px monospace';
  document.body.append(probe);
  const without = probe.offsetWidth;
  probe.style.fontFamily = '"Libre Caslon Display", monospace';
  const isOurs = probe.offsetWidth !== without;
  probe.remove();
  remember('headings', isOurs ? 'ours' : 'device');
}
