import { recall, remember } from '~/lib/memory';

/** After this time a heading keeps its font: browsers wait 100 ms for a font whose `font-display` is `optional`. */
const headingFontMs = 500;

/**
 * The key in `localStorage` that says that this browser has fetched our fonts before. `waiting.js` then asks for them
 * immediately.
 */
const keptKey = 'stylebox.fonts';

/**
 * Gives headings the same font as on this visit's first page: ours, or the device's if ours came too late (`tokens.css`). For
 * a screen that was rendered when the page was built, `waiting.js` does so before the first paint.
 */
export function keepHeadingFont(): void {
  const kept = recall('headings');
  if (kept !== null) document.documentElement.dataset['headings'] = kept;
}

/**
 * Called once the page reacts to input. Remembers which font headings have, and fetches our fonts if `waiting.js` has
 * postponed that.
 */
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

/** Remembers, for this visit, whether headings have our font. */
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
