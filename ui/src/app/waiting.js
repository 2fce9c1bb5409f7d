// This script stands in the document itself, before any other script. Until React has hydrated the screen, presses of buttons
// wait. The last pressed button is then clicked again. Enter in a field presses the form's button too, so the browser never
// sends a form itself. Headings keep the font that they had before in this visit (fonts.ts). On a slow network the page's
// code is loaded before our fonts, unless the browser has them: headings then have the device's font for the whole visit,
// other text only until the page reacts to input. Then the script asks for the page's files in their order: the browser would
// follow a link in the document before this script runs. On a slow network it asks for the rules only when the first file is
// there: the page's modules come sooner then, and run while the rules are still loading. A prerendered screen that the page
// will change, because the tab remembers a choice or the address lacks its link, stays hidden until hydration.
{
  const { head, documentElement } = document;
  const { dataset } = documentElement;
  // A link's token may be behind the `#`, which no server sees.
  if (dataset.onlyWith && !(location.search + location.hash).includes(`${dataset.onlyWith}=`)) dataset.unseen = '';
  let areFontsKept = false;
  try {
    areFontsKept = localStorage.getItem('stylebox.fonts') !== null;
    const headings = sessionStorage.getItem('stylebox.headings');
    if (headings !== null) dataset.headings = headings;
    if (dataset.unlessKept?.split(' ').some((key) => sessionStorage.getItem(`stylebox.${key}`) !== null))
      dataset.unseen = '';
  } catch {
    // The browser forbids its storage, so nothing is remembered.
  }
  const isSlow = /[23]g/.test(navigator.connection?.effectiveType);
  if (!areFontsKept && dataset.headings === undefined && isSlow) {
    dataset.fonts = 'later';
    dataset.headings = 'device';
  }
  const ahead = dataset.ahead.split(' ').map((href) => ({ href, rel: 'modulepreload' }));
  const rules = ahead.find(({ href }) => href.endsWith('.wasm'));
  Object.assign(rules, { rel: 'preload', as: 'fetch', type: 'application/wasm' });
  if (!dataset.fonts) ahead.unshift({ href: dataset.font, rel: 'preload', as: 'font', type: 'font/woff2' });
  const ask = (link) => {
    const element = Object.assign(document.createElement('link'), { crossOrigin: '' }, link);
    head.append(element);
    return element;
  };
  const [first] = ahead.filter((link) => !isSlow || link !== rules).map(ask);
  if (isSlow) first.addEventListener('load', () => ask(rules), { once: true });
  let pressed;
  const wait = (event) => {
    const button = event.target.closest('button');
    if (!button) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    pressed?.removeAttribute('aria-busy');
    pressed = button;
    pressed.setAttribute('aria-busy', 'true');
  };
  const press = () => {
    removeEventListener('click', wait, true);
    // React renders what the tab remembers right after hydration.
    requestAnimationFrame(() => delete dataset.unseen);
    pressed?.removeAttribute('aria-busy');
    pressed?.click();
  };
  addEventListener('click', wait, true);
  addEventListener('stylebox:ready', press, { once: true });
}
