// Signs in as a customer, calls the API, and collects the customer's ids.
import { pbkdf2, solveChallenge } from '../../ui/node_modules/altcha/dist/lib/index.js';

/** The password of every customer here. */
export const PASSWORD = 'Stylebox#2026';

/** Solves the human check, for `recaptchaToken`. */
export async function human(url) {
  const challenge = await (await fetch(`${url}/api/human_check`)).json();
  const solution = await solveChallenge({ challenge, deriveKey: pbkdf2.deriveKey });
  return btoa(JSON.stringify({ challenge, solution }));
}

/** The values of a session's two cookies: the session's and the anti-forgery token. */
export function sessionOf(response) {
  const cookies = Object.fromEntries(response.headers.getSetCookie().map((cookie) => cookie.split(';')[0].split('=')));
  return { cookie: cookies.stylebox_session, token: cookies['XSRF-TOKEN'] };
}

/** Calls the API in a session. Returns the body; throws if the status is not `expected` (without it, any success). */
export const caller = (url, { cookie, token, address }) => async (method, path, body, { expected, key } = {}) => {
  const headers = { cookie: `stylebox_session=${cookie}`, 'x-xsrf-token': token, 'content-type': 'application/json' };
  if (address) headers['x-forwarded-for'] = address;
  if (key) headers['idempotency-key'] = key;
  const response = await fetch(`${url}/api${path}`, { method, headers, body: body && JSON.stringify(body) });
  const text = await response.text();
  if (expected ? response.status !== expected : !response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
  return text && JSON.parse(text);
};

/** Signs in as the page does. Returns the session's cookie and its anti-forgery token. */
export async function signIn(url, email) {
  const body = JSON.stringify({ customer: { email, password: PASSWORD, recaptchaToken: await human(url) } });
  const response = await fetch(`${url}/api/sessions`, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
  if (!response.ok) throw new Error(`${email} could not sign in: ${response.status} ${await response.text()}`);
  return sessionOf(response);
}

/** Decides to keep the first item of each box and to return the others. */
export async function decideAll(url, session) {
  const call = caller(url, session);
  const { orders } = await call('GET', '/orders');
  for (const { id, line_items: items } of orders) {
    const decisions = items.map((item, place) => ({ id: item.id, claimed_kept: place === 0, exchange_size: null, customer_feedback: '' }));
    await call('PATCH', `/orders/${id}`, { order: { line_items_attributes: decisions } });
  }
}

/**
 * Real ids for parameters: with made-up ones every answer would be a 404. Each has the paths and the parameter that it is for.
 */
export async function valuesOf(url, session) {
  const call = caller(url, session);
  const { orders } = await call('GET', '/orders');
  const invoices = await Promise.all(orders.map(({ id }) => call('POST', `/orders/${id}/invoices`)));
  const { shipping_addresses: addresses } = await call('GET', '/account');
  const { locations } = await call('GET', '/locations');
  const ids = (things) => things.map(({ id }) => id);
  const items = ids(orders.flatMap(({ line_items: all }) => all));
  const given = [
    { name: 'orders', paths: '^/orders/\\{id\\}', parameter: 'path.id', values: ids(orders) },
    { name: 'invoices', paths: '^/invoices/\\{id\\}', parameter: 'path.id', values: ids(invoices) },
    { name: 'items', paths: '^/invoices/available_exchange_sizes/', parameter: 'path.line_item_id', values: items },
    { name: 'liked', paths: '^/account/next_box_note/', parameter: 'path.line_item_id', values: items },
    { name: 'decided', paths: '^/orders/\\{id\\}$', parameter: 'body.order.line_items_attributes[*].id', values: items },
    { name: 'totals', paths: '/checkout$', parameter: 'body.expected_total_due', values: invoices.map(({ totalDue }) => totalDue) },
    { name: 'coupons', paths: '/coupons$', parameter: 'body.code', values: ['Hello25', 'Referral20'] },
    { name: 'signup_codes', paths: '^/account/validate_signup_code/', parameter: 'path.code', values: ['Hello25'] },
    { name: 'gift_cards', paths: '/gift_cards$', parameter: 'body.code', values: ['6035 7100 2026 0050'] },
    { name: 'profiles', paths: '^/style_profiles/\\{id\\}', parameter: 'path.id', values: ['current'] },
    { name: 'pictures', paths: '^/product_images/', parameter: 'path.id', values: ['P001', 'P002'] },
    { name: 'rules', paths: '^/rules/', parameter: 'path.rule', values: ['login.validate', 'mask.zip', 'payment.validate', 'invoice.preview'] },
    { name: 'addresses', paths: '^/shipping_addresses/\\{id\\}', parameter: 'path.id', values: ids(addresses) },
    { name: 'postal_codes', paths: '^/postal_codes/', parameter: 'path.postal_code', values: ['55435', '10001-1234', '34002'] },
    { name: 'stores', paths: '^/locations/\\{id\\}', parameter: 'path.id', values: ids(locations) },
  ];
  return given.filter(({ values }) => values.length > 0);
}
