// Serves the double of Stripe's page script to a browser at Stripe's own addresses, so that the content security policy must allow what
// the real script needs. Forwards calls of Stripe's API to the double of its server.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { startDouble } from '../../../scripts/lib/doubles.mjs';

/** Starts the double of Stripe's server. Returns it with the settings of a server that uses it, for `openedWithParty`. */
export async function startStripe() {
  const { url, stop } = await startDouble('stripe');
  const env = {
    STYLEBOX_DEMO: 'true',
    STYLEBOX_PAYMENT: 'stripe',
    STYLEBOX_STRIPE_URL: url,
    STYLEBOX_STRIPE_SECRET_KEY: 'sk_test_double',
    STYLEBOX_STRIPE_PUBLISHABLE_KEY: 'pk_test_double',
    STYLEBOX_STRIPE_WEBHOOK_SECRET: 'whsec_double',
  };
  return { party: url, env, stop };
}

/** Modules of this folder as one classic script that ends with `last`. */
function classic(names, last) {
  const source = names.map((name) => readFileSync(fileURLToPath(new URL(name, import.meta.url)), 'utf8')).join('\n');
  const plain = source.replaceAll(/^import .*;$/gm, '').replaceAll(/^export /gm, '');
  return `(() => {\n${plain}\n${last}\n})();`;
}

const html = (body, script) => `<!doctype html><html lang="en"><meta charset="utf-8"><title>Stripe</title>
<style>
  * { margin: 0; padding: 0; box-sizing: border-box; }
  input { display: block; width: 100%; border: 0; outline: 0; background: transparent; }
  main { display: grid; gap: 16px; padding: 24px; font: 16px/1.5 Arial, sans-serif; }
  button { padding: 12px; font: inherit; }
</style>
${body}<script>${script}</script></html>`;

const bankBody = `<main><h1>Your bank</h1><p>Do you want to pay the shop?</p>
<button value="confirm">Confirm</button><button value="refuse">Refuse</button><button value="close">Close</button></main>`;

const script = { contentType: 'text/javascript', headers: { 'Access-Control-Allow-Origin': '*' } };

/** Stripe's files by their addresses. */
const files = {
  'https://js.stripe.com/endive/stripe.js': () => ({
    ...script,
    body: classic(['fieldRules.mjs', 'double.mjs', 'host.mjs'], 'window.Stripe = makeStripe(browserHost());'),
  }),
  'https://js.stripe.com/double/field.html': () => frame('<input>', 'field'),
  'https://js.stripe.com/double/controller.html': () => frame('', 'controller'),
  'https://hooks.stripe.com/double/bank.html': () => frame(bankBody, 'bank'),
};

const frame = (body, name) => ({ contentType: 'text/html', body: html(body, classic(['fieldRules.mjs', 'frames.mjs'], `${name}();`)) });

const cors = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Allow-Headers': 'authorization, content-type',
  'Access-Control-Allow-Methods': 'GET, POST',
};

/** Serves Stripe's script and its frames to a visitor, and its API from the double at `url`. */
export async function serveStripe(context, url) {
  await context.route(/^https:\/\/(js|hooks)\.stripe\.com\//, (route) => {
    const { origin, pathname } = new URL(route.request().url());
    const file = files[`${origin}${pathname}`];
    return file ? route.fulfill(file()) : route.fulfill({ status: 404 });
  });
  // Chromium does not let a public origin such as Stripe's load files from this machine, so the font is served as if from a public address.
  await context.route('**/*.woff2', async (route) => route.fulfill({ response: await route.fetch() }));
  await context.route('https://api.stripe.com/**', async (route) => {
    const request = route.request();
    if (request.method() === 'OPTIONS') return route.fulfill({ status: 204, headers: cors });
    const { pathname, search } = new URL(request.url());
    const { authorization, 'content-type': contentType } = request.headers();
    const headers = { ...(authorization ? { authorization } : {}), ...(contentType ? { 'content-type': contentType } : {}) };
    const answer = await fetch(`${url}${pathname}${search}`, { method: request.method(), headers, body: request.postData() ?? undefined });
    return route.fulfill({ status: answer.status, contentType: 'application/json', headers: cors, body: await answer.text() });
  });
}

/** Types a card into Stripe's own fields. */
export async function fillStripeCard(page, number, { expiration = '12/34', cvc = '123' } = {}) {
  await stripeField(page, 'number').fill(number);
  await stripeField(page, 'expiration').fill(expiration);
  await stripeField(page, 'cvc').fill(cvc);
}

const titles = { number: 'Secure card number input frame', expiration: 'Secure expiration date input frame', cvc: 'Secure CVC input frame' };

/** The input in the frame of a field. */
export const stripeField = (page, field) => page.frameLocator(`iframe[title="${titles[field]}"]`).getByRole('textbox');

/** Waits until the input of a field has the focus. A frame gets it with a delay, and keys that are pressed earlier are lost. */
export const hasFocus = (page, field) => page.frameLocator(`iframe[title="${titles[field]}"]`).locator('input:focus').waitFor();

/**
 * Answers in the bank's window: `Confirm`, `Refuse` or `Close`. It dispatches the event, because after a screenshot has resized the page,
 * a mouse click into a frame of another origin is sometimes lost.
 */
export const answerBank = (page, answer) => page.frameLocator('iframe[title="Your bank"]').getByRole('button', { name: answer }).dispatchEvent('click');
