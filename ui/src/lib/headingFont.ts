import { recall, remember } from '~/lib/memory';

/**
 * Which font the headings of this visit have: ours, or one of the device if ours came too late for the first page. Its other pages show
 * the same (`tokens.css`), so that no heading changes its look on the way. A rendered screen reads it in `waiting.js`, before its first paint.
 */
/** Applies what the first page of the visit had. */
export function keepHeadingFont(): void {
  const kept = recall('headings');
  if (kept !== null) document.documentElement.dataset['headings'] = kept;
}

/** Remembers what the first page of the visit has. Called once headings are shown, after which their font does not change any more. */
export function rememberHeadingFont(): void {
  if (recall('headings') !== null) return;
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
