// In the document itself, before any other script: until React has taken the screen over, a press of a button waits. The last one
// is pressed again then. A form's button is pressed by Enter in a field too; so no form is ever sent by the browser itself.
// Headings keep the font that they have had in this visit (fonts.ts). On a slow network the page's code comes before our fonts, unless
// the browser has them: headings then have the device's font for the whole visit, text only until the page answers.
// Then it asks for the files of the page, the first one first: a link in the document would be followed before this script runs.
// And a screen that shows something else, in a tab that remembers a choice or by an address without its link, stays unseen until then.
{
  const { head, documentElement } = document;
  const { dataset } = documentElement;
  // A link's token may stand behind the `#`, which no server sees.
  if (dataset.onlyWith && !(location.search + location.hash).includes(`${dataset.onlyWith}=`)) dataset.unseen = '';
  let areFontsKept = false;
  try {
    areFontsKept = localStorage.getItem('stylebox.fonts') !== null;
    const headings = sessionStorage.getItem('stylebox.headings');
    if (headings !== null) dataset.headings = headings;
    if (dataset.unlessKept?.split(' ').some((key) => sessionStorage.getItem(`stylebox.${key}`) !== null))
      dataset.unseen = '';
  } catch {
    // The browser forbids its storage: nothing is remembered.
  }
  if (!areFontsKept && dataset.headings === undefined && /[23]g/.test(navigator.connection?.effectiveType)) {
    dataset.fonts = 'later';
    dataset.headings = 'device';
  }
  const ahead = dataset.ahead.split(' ').map((href) => ({ href, rel: 'modulepreload' }));
  for (const link of ahead)
    if (link.href.endsWith('.wasm')) Object.assign(link, { rel: 'preload', as: 'fetch', type: 'application/wasm' });
  if (!dataset.fonts) ahead.unshift({ href: dataset.font, rel: 'preload', as: 'font', type: 'font/woff2' });
  for (const link of ahead) head.append(Object.assign(document.createElement('link'), { crossOrigin: '' }, link));
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
    // What the tab remembers is rendered right after React has taken the screen over.
    requestAnimationFrame(() => delete dataset.unseen);
    pressed?.removeAttribute('aria-busy');
    pressed?.click();
  };
  addEventListener('click', wait, true);
  addEventListener('stylebox:ready', press, { once: true });
}
