// The browser side of the double of Stripe's script. Its fields are in frames of Stripe's origin: only these frames know what is typed,
// and they make the payment methods. The bank's window is a frame of another of Stripe's origins.

const FRAMES = 'https://js.stripe.com/double';
const BANK = 'https://hooks.stripe.com/double/bank.html';
const API = 'https://api.stripe.com';

const titles = {
  cardNumber: 'Secure card number input frame',
  cardExpiry: 'Secure expiration date input frame',
  cardCvc: 'Secure CVC input frame',
};

/** The host of `makeStripe` in a browser. */
export function browserHost() {
  const page = crypto.randomUUID();
  let frames = 0;
  let controller = null;

  /** Handles the messages of a frame until the returned function is called. */
  function listen(frame, handle) {
    const hear = ({ source, data }) => source === frame.contentWindow && handle(data);
    window.addEventListener('message', hear);
    return () => window.removeEventListener('message', hear);
  }

  function makeFrame(title, address, settings) {
    const frame = document.createElement('iframe');
    frame.title = title;
    frame.src = `${address}#${encodeURIComponent(JSON.stringify(settings))}`;
    frame.setAttribute('frameborder', '0');
    return frame;
  }

  const channelOf = (group) => `${page} ${group}`;

  function openFrame(box, { type, options, group, on }) {
    const { fonts, style, placeholder } = options;
    const frame = makeFrame(titles[type], `${FRAMES}/field.html`, { type, fonts, style, placeholder, channel: channelOf(group), place: ++frames });
    Object.assign(frame.style, { border: 'none', width: '100%', display: 'block', height: '1.2em', userSelect: 'none' });
    const forget = listen(frame, ({ event, body, height }) => {
      // Stripe's frames are as high as their line of text.
      if (height) frame.style.height = height;
      else on(event, body);
    });
    box.append(frame);
    const tell = (word) => frame.contentWindow?.postMessage(word, '*');
    return {
      focus: () => {
        frame.focus();
        tell('focus');
      },
      blur: () => tell('blur'),
      clear: () => tell('clear'),
      close: () => {
        forget();
        frame.remove();
      },
    };
  }

  /** The hidden frame that makes payment methods. */
  function controllerFrame() {
    controller ??= new Promise((resolve) => {
      const frame = makeFrame('Secure payment controller', `${FRAMES}/controller.html`, {});
      frame.setAttribute('aria-hidden', 'true');
      frame.tabIndex = -1;
      Object.assign(frame.style, { position: 'fixed', width: '1px', height: '1px', border: 'none', visibility: 'hidden' });
      frame.addEventListener('load', () => resolve(frame), { once: true });
      document.body.append(frame);
    });
    return controller;
  }

  async function createPaymentMethod({ key, group, billing_details }) {
    const frame = await controllerFrame();
    const id = crypto.randomUUID();
    return new Promise((resolve) => {
      const forget = listen(frame, (data) => {
        if (data.id !== id) return;
        forget();
        resolve(data.answer);
      });
      frame.contentWindow.postMessage({ id, key, channel: channelOf(group), billing_details }, '*');
    });
  }

  async function askBank(id) {
    const answer = await inWindow(id);
    if (answer === 'close') return 'closed';
    const kind = id.startsWith('pi_') ? 'payment_intents' : 'setup_intents';
    const response = await fetch(`${API}/double/${kind}/${id}/answer`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ answer }),
    });
    if (!response.ok) throw new Error(`The bank answers ${response.status}.`);
    return answer === 'confirm' ? 'confirmed' : 'refused';
  }

  /** The bank's window, over the page. */
  function inWindow(id) {
    const before = document.activeElement;
    const shade = document.createElement('div');
    shade.setAttribute('role', 'dialog');
    shade.setAttribute('aria-modal', 'true');
    shade.setAttribute('aria-label', 'Your bank');
    Object.assign(shade.style, { position: 'fixed', inset: '0', zIndex: '2147483647', background: 'rgb(0 0 0 / 50%)', display: 'grid', placeItems: 'center' });
    const frame = makeFrame('Your bank', BANK, { id });
    Object.assign(frame.style, { width: 'min(90vw, 400px)', height: '360px', border: 'none', background: '#fff' });
    shade.append(frame);
    document.body.append(shade);
    return new Promise((resolve) => {
      const forget = listen(frame, ({ answer }) => {
        forget();
        shade.remove();
        before?.focus?.();
        resolve(answer);
      });
    });
  }

  return { openFrame, createPaymentMethod, askBank };
}
