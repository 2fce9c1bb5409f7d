// A double of Turnstile's page script with explicit rendering. It has the calls that the page makes, written from Cloudflare's public
// reference, and checks their arguments strictly. The `host` shows what the visitor presses. It runs in a browser and in jsdom.

const OPTIONS = {
  sitekey: 'string', action: 'string', cData: 'string', theme: 'string', size: 'string', language: 'string', tabindex: 'number',
  appearance: 'string', execution: 'string', retry: 'string', 'retry-interval': 'number', 'refresh-expired': 'string',
  'refresh-timeout': 'string', 'response-field': 'boolean', 'response-field-name': 'string', callback: 'function',
  'error-callback': 'function', 'expired-callback': 'function', 'timeout-callback': 'function', 'unsupported-callback': 'function',
  'before-interactive-callback': 'function', 'after-interactive-callback': 'function',
};
const WORDS = { theme: ['auto', 'light', 'dark'], size: ['normal', 'flexible', 'compact'], retry: ['auto', 'never'] };

/** Throws for a wrong call of the page. The console gets the message too, where a journey sees it. */
function refuse(message) {
  console.error(message);
  throw new Error(`[Cloudflare Turnstile] ${message}`);
}

function checkOptions(options) {
  for (const [name, value] of Object.entries(options)) {
    if (!(name in OPTIONS)) refuse(`Unknown parameter ${name}.`);
    if (typeof value !== OPTIONS[name]) refuse(`${name} is no ${OPTIONS[name]}.`);
    if (WORDS[name] && !WORDS[name].includes(value)) refuse(`${name} is not ${value}.`);
  }
  if (!options.sitekey) refuse('There is no sitekey.');
  // Up to 32 letters, digits, - and _.
  if (options.action !== undefined && !/^[\w-]{1,32}$/.test(options.action)) refuse(`Invalid action ${options.action}.`);
}

/**
 * Makes `window.turnstile`. The host's `open(place, { sitekey, action, on })` shows the box, returns `{ close }`, and calls
 * `on.pass(token)`, `on.expire()`, `on.fail(code)` or `on.refuseBrowser()`.
 */
export function makeTurnstile(host) {
  const widgets = new Map();
  let made = 0;

  const render = (place, options = {}) => {
    if (!(place instanceof HTMLElement) || !place.isConnected) refuse('The place of the widget is not on the page.');
    if (place.childNodes.length > 0) refuse('The place of the widget is not empty.');
    checkOptions(options);
    const say = (name, ...values) => options[name]?.(...values);
    const widget = `cf-chl-widget-${++made}`;
    const { close } = host.open(place, {
      sitekey: options.sitekey,
      action: options.action ?? '',
      on: {
        pass: (token) => say('callback', token),
        expire: () => say('expired-callback'),
        refuseBrowser: () => say('unsupported-callback'),
        fail: (code) => {
          if (!options['error-callback']) refuse(`Error: ${code}.`);
          // The console gets an error that the page does not handle.
          if (!say('error-callback', code)) console.warn(`[Cloudflare Turnstile] Error: ${code}.`);
        },
      },
    });
    widgets.set(widget, () => {
      close();
      place.replaceChildren();
    });
    return widget;
  };

  const remove = (widget) => {
    if (!widgets.has(widget)) refuse(`Nothing to remove found for ${widget}.`);
    widgets.get(widget)();
    widgets.delete(widget);
  };

  return { render, remove };
}
