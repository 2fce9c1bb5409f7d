// In the document itself, before any other script: until React has taken the screen over, a press of a button waits. The last one
// is pressed again then. A form's button is pressed by Enter in a field too; so no form is ever sent by the browser itself.
// Headings keep the font that they have had in this visit (headingFont.ts).
// And a screen that shows something else, in a tab that remembers a choice or by an address without its link, stays unseen until then.
{
  const { dataset } = document.documentElement;
  // A link's token may stand behind the `#`, which no server sees.
  if (dataset.onlyWith && !(location.search + location.hash).includes(`${dataset.onlyWith}=`)) dataset.unseen = '';
  try {
    const headings = sessionStorage.getItem('stylebox.headings');
    if (headings !== null) dataset.headings = headings;
    if (dataset.unlessKept?.split(' ').some((key) => sessionStorage.getItem(`stylebox.${key}`) !== null))
      dataset.unseen = '';
  } catch {
    // The browser forbids its storage: nothing is remembered.
  }
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
