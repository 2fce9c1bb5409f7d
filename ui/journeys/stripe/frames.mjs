// The scripts of the frames that the double of Stripe's page script opens, on Stripe's own origins.
import { cardFields, report, shown } from './fieldRules.mjs';

const labels = {
  cardNumber: 'Credit or debit card number',
  cardExpiry: 'Credit or debit card expiration date',
  cardCvc: 'Credit or debit card CVC/CVV',
};
const autofill = { cardNumber: 'cc-number', cardExpiry: 'cc-exp', cardCvc: 'cc-csc' };

const settings = () => JSON.parse(decodeURIComponent(location.hash.slice(1)));

/** A field. What is typed goes only to the frame of the same origin that makes payment methods, never to the page. */
export function field() {
  const { type, fonts, style = {}, placeholder = '', channel } = settings();
  const input = document.querySelector('input');
  input.setAttribute('aria-label', labels[type]);
  input.autocomplete = autofill[type];
  input.inputMode = 'numeric';
  input.placeholder = placeholder;
  dress(input, style);
  for (const { family, src, ...more } of fonts) new FontFace(family, src, more).load().then((font) => document.fonts.add(font), () => {});

  let isLeft = false;
  const say = (event, body = {}) => parent.postMessage({ event, body }, '*');
  const changed = () => {
    const body = report(type, input.value, { isLeft, now: new Date() });
    input.setAttribute('aria-invalid', String(body.error !== undefined));
    say('change', body);
  };
  input.addEventListener('input', () => {
    isLeft = false;
    input.value = shown(type, input.value);
    changed();
  });
  input.addEventListener('focus', () => say('focus'));
  input.addEventListener('blur', () => {
    isLeft = true;
    if (input.value !== '') changed();
    say('blur');
  });
  window.addEventListener('message', ({ data }) => {
    if (data === 'focus') input.focus();
    if (data === 'blur') input.blur();
    if (data !== 'clear') return;
    input.value = '';
    changed();
  });
  const group = new BroadcastChannel(channel);
  group.addEventListener('message', ({ data }) => data === 'collect' && group.postMessage({ type, text: input.value }));
  parent.postMessage({ height: getComputedStyle(input).lineHeight }, '*');
  say('ready');
}

/** Applies the styles that the page sets and Stripe supports. */
function dress(input, { base = {} }) {
  const { '::placeholder': placeholder = {}, '::selection': selection = {}, fontSmoothing: _smoothing, ...own } = base;
  Object.assign(input.style, own);
  const sheet = new CSSStyleSheet();
  sheet.insertRule(`input::placeholder { color: ${placeholder.color ?? 'gray'}; opacity: 1; }`);
  sheet.insertRule(`input::selection { background: ${selection.backgroundColor ?? 'Highlight'}; }`);
  document.adoptedStyleSheets = [sheet];
}

/** Makes payment methods from what is typed into the fields of a group. */
export function controller() {
  window.addEventListener('message', async ({ data: { id, key, channel, billing_details } }) => {
    const answer = await make(key, await collect(channel), billing_details).catch(() => unreached);
    parent.postMessage({ id, answer }, '*');
  });
}

const unreached = { error: { type: 'api_connection_error', message: 'We are experiencing issues connecting to our payments provider.' } };

/** Collects what is typed into the three fields. */
function collect(channel) {
  const group = new BroadcastChannel(channel);
  const texts = {};
  return new Promise((resolve) => {
    group.addEventListener('message', ({ data }) => {
      if (data === 'collect') return;
      texts[data.type] = data.text;
      if (Object.keys(texts).length < 3) return;
      group.close();
      resolve(texts);
    });
    group.postMessage('collect');
  });
}

async function make(key, texts, billing_details) {
  const body = new URLSearchParams();
  const add = (name, value) => {
    if (typeof value === 'object') for (const [part, inner] of Object.entries(value)) add(`${name}[${part}]`, inner);
    // An empty text would unset the field.
    else if (value !== '') body.set(name, value);
  };
  add('type', 'card');
  add('card', cardFields(texts));
  add('billing_details', billing_details);
  const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/x-www-form-urlencoded' };
  const response = await fetch('https://api.stripe.com/v1/payment_methods', { method: 'POST', headers, body });
  const answer = await response.json();
  return response.ok ? { paymentMethod: answer } : { error: answer.error };
}

/** The bank's window. */
export function bank() {
  document.querySelector('button').focus();
  for (const button of document.querySelectorAll('button')) {
    button.addEventListener('click', () => parent.postMessage({ answer: button.value }, '*'));
  }
}
