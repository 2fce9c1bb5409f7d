// A double of Stripe's page script. It has the calls and events that the page uses, written from Stripe's public reference, and checks
// their arguments strictly. What is typed stays in the `host`'s frames. It runs in a browser and in jsdom.
import { incomplete, validationError } from './fieldRules.mjs';

const TYPES = ['cardNumber', 'cardExpiry', 'cardCvc'];
const EVENTS = ['change', 'ready', 'focus', 'blur', 'escape', 'networkschange', 'loaderror'];
const VARIANTS = ['base', 'complete', 'empty', 'invalid'];
const PSEUDO = [':hover', ':focus', '::placeholder', '::selection', ':-webkit-autofill', ':disabled', '::-ms-clear'];
const PROPERTIES = [
  'backgroundColor', 'color', 'fontFamily', 'fontSize', 'fontSmoothing', 'fontStyle', 'fontVariant', 'fontWeight', 'iconColor',
  'lineHeight', 'letterSpacing', 'textAlign', 'padding', 'textDecoration', 'textShadow', 'textTransform',
];
const OPTIONS = {
  cardNumber: ['classes', 'style', 'placeholder', 'disabled', 'showIcon', 'iconStyle', 'disableLink', 'preferredNetwork'],
  cardExpiry: ['classes', 'style', 'placeholder', 'disabled'],
  cardCvc: ['classes', 'style', 'placeholder', 'disabled'],
};
const SECRET = /^((?:pi|seti)_\w+?)_secret\w*$/;

/** Throws for a wrong call of the page. The console gets the message too, where a journey sees it. */
function refuse(message) {
  console.error(message);
  const error = new Error(message);
  error.name = 'IntegrationError';
  throw error;
}

const isObject = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);

function only(what, object, known) {
  if (!isObject(object)) refuse(`${what} is not an object.`);
  for (const key of Object.keys(object)) if (!known.includes(key)) refuse(`${what} has the unknown ${key}.`);
}

const isText = (what, value) => typeof value === 'string' || refuse(`${what} is not a text.`);

function checkStyle(style) {
  only('style', style, VARIANTS);
  for (const variant of Object.values(style)) {
    only('A variant of style', variant, [...PROPERTIES, ...PSEUDO]);
    for (const [name, value] of Object.entries(variant)) {
      if (PSEUDO.includes(name)) only(name, value, PROPERTIES);
      else if (isText(name, value) && value.trim() === '') refuse(`${name} is empty.`);
    }
  }
}

function checkFonts(fonts) {
  for (const font of fonts) {
    only('A font', font, ['family', 'src', 'display', 'style', 'unicodeRange', 'weight']);
    isText('family', font.family);
    if (!/^url\(https?:\/\/[^)]+\)$/.test(font.src)) refuse('The src of a font is no absolute url(…).');
  }
}

/**
 * Makes `window.Stripe`. The host has three functions: `openFrame(box, { type, options, group, on })` returns
 * `{ focus, blur, clear, close }`; `createPaymentMethod({ key, group, billing_details })` resolves to what Stripe's API answers;
 * `askBank(id)` opens the bank's window and resolves to `confirmed`, `refused` or `closed`.
 */
export function makeStripe(host) {
  let groups = 0;

  function Stripe(key) {
    if (!/^pk_test_\w+$/.test(key)) refuse(`This is no publishable test key: ${key}`);
    const ofThis = new WeakSet();

    const elements = (options = {}) => {
      only('The options of elements', options, ['fonts', 'locale']);
      checkFonts(options.fonts ?? []);
      const group = `group${++groups}`;
      const present = new Map();
      const create = (type, given = {}) => {
        if (!TYPES.includes(type)) refuse(`${type} is no type of an element.`);
        if (present.has(type)) refuse(`Can only create one Element of type ${type} through an Elements instance.`);
        only(`The options of ${type}`, given, OPTIONS[type]);
        if (given.style !== undefined) checkStyle(given.style);
        const element = makeElement(host, { type, options: { ...given, fonts: options.fonts ?? [] }, group, present });
        present.set(type, element);
        ofThis.add(element);
        return element;
      };
      return { create, getElement: (type) => present.get(type) ?? null };
    };

    const createPaymentMethod = async (data) => {
      only('The data of a payment method', data, ['type', 'card', 'billing_details']);
      if (data.type !== 'card') refuse('The type is not card.');
      if (!ofThis.has(data.card) || data.card.type !== 'cardNumber') refuse('The card is no cardNumber element of this Stripe.');
      only('billing_details', data.billing_details, ['name', 'email', 'phone', 'address']);
      only('address', data.billing_details.address, ['line1', 'line2', 'city', 'state', 'postal_code', 'country']);
      const { present, group } = data.card.inside;
      for (const type of TYPES) {
        const element = present.get(type);
        if (!element?.inside.isMounted) refuse(`There is no mounted ${type}.`);
        const { complete, error } = element.inside.last;
        if (!complete) return { error: error ?? validationError(incomplete[type]) };
      }
      return host.createPaymentMethod({ key, group, billing_details: data.billing_details });
    };

    const handleNextAction = async (options) => {
      only('The options of handleNextAction', options, ['clientSecret']);
      const [, id] = SECRET.exec(options.clientSecret) ?? refuse('This is no client secret.');
      const kind = id.startsWith('pi_') ? 'paymentIntent' : 'setupIntent';
      const answer = await host.askBank(id);
      if (answer === 'confirmed') return { [kind]: { id, status: 'succeeded' } };
      const code = kind === 'paymentIntent' ? 'payment_intent_authentication_failure' : 'setup_intent_authentication_failure';
      return { error: { type: 'invalid_request_error', code, message: 'We are unable to authenticate your payment method.' } };
    };

    return { elements, createPaymentMethod, handleNextAction };
  }

  // @stripe/stripe-js checks this of the script that it loads.
  Stripe.version = 'endive';
  return Stripe;
}

function makeElement(host, { type, options, group, present }) {
  const listeners = Object.fromEntries(EVENTS.map((event) => [event, new Set()]));
  let frame = null;
  let box = null;
  let isDestroyed = false;
  const inside = { present, group, isMounted: false, last: { complete: false } };

  const say = (event, body) => {
    if (event === 'change') inside.last = body;
    const classes = { focus: ['StripeElement--focus', true], blur: ['StripeElement--focus', false] };
    const [name, isOn] = classes[event] ?? [];
    if (name) box?.classList.toggle(name, isOn);
    for (const listener of listeners[event]) listener({ elementType: type, ...body });
  };
  const alive = () => isDestroyed && refuse(`This ${type} element has been destroyed.`);
  const mounted = () => {
    alive();
    if (!frame) refuse(`The ${type} element is not mounted.`);
  };
  // A press on the container's label focuses the element.
  const onLabel = ({ target }) => {
    if (box?.id && target instanceof Element && target.closest('label')?.htmlFor === box.id) frame?.focus();
  };
  const close = () => {
    document.removeEventListener('click', onLabel);
    box?.classList.remove('StripeElement');
    frame?.close();
    frame = null;
    inside.isMounted = false;
  };

  const element = {
    type,
    inside,
    mount: (place) => {
      alive();
      if (!(place instanceof HTMLElement) || !place.isConnected) refuse('The place of the element is not on the page.');
      if (place.childNodes.length > 0) refuse('The place of the element is not empty.');
      box = place;
      box.classList.add('StripeElement');
      frame = host.openFrame(box, { type, options, group, on: say });
      inside.isMounted = true;
      document.addEventListener('click', onLabel);
    },
    unmount: () => {
      mounted();
      close();
    },
    destroy: () => {
      alive();
      close();
      isDestroyed = true;
      present.delete(type);
    },
    focus: () => {
      mounted();
      frame.focus();
    },
    blur: () => {
      mounted();
      frame.blur();
    },
    clear: () => {
      mounted();
      frame.clear();
    },
    update: (changes) => {
      mounted();
      only('The changed options', changes, OPTIONS[type]);
    },
    on: (event, listener) => {
      alive();
      if (!EVENTS.includes(event)) refuse(`${event} is no event of an element.`);
      if (typeof listener !== 'function') refuse('The listener is not a function.');
      listeners[event].add(listener);
      return element;
    },
    off: (event, listener) => {
      listeners[event].delete(listener);
      return element;
    },
  };
  return element;
}
