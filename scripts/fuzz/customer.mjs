// The customer as whom the API is called: signing in, and what is hers.
import { pbkdf2, solveChallenge } from '../../ui/node_modules/altcha/dist/lib/index.js';

/** The password of the demo customers. */
const PASSWORD = 'Stylebox#2026';

/** Signs in as the page does, human check included; answers the session's cookie and its anti-forgery token. */
export async function signIn(url, email) {
  const challenge = await (await fetch(`${url}/api/human_check`)).json();
  const solution = await solveChallenge({ challenge, deriveKey: pbkdf2.deriveKey });
  const recaptchaToken = btoa(JSON.stringify({ challenge, solution }));
  const body = JSON.stringify({ customer: { email, password: PASSWORD, recaptchaToken } });
  const response = await fetch(`${url}/api/sessions`, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
  if (!response.ok) throw new Error(`${email} could not sign in: ${response.status} ${await response.text()}`);
  const cookies = Object.fromEntries(response.headers.getSetCookie().map((cookie) => cookie.split(';')[0].split('=')));
  return { cookie: cookies.stylebox_session, token: cookies['XSRF-TOKEN'] };
}

/**
 * Real ids for the parameters in addresses: of nothing but made-up ones, every answer would be that there is nothing. By name:
 * which parameter of which addresses, and the values.
 */
export async function idsOf(url, { cookie, token }) {
  const headers = { cookie: `stylebox_session=${cookie}`, 'x-xsrf-token': token };
  const call = async (path, method = 'GET') => (await fetch(`${url}/api${path}`, { method, headers })).json();
  const { orders } = await call('/orders');
  const invoices = await Promise.all(orders.map(({ id }) => call(`/orders/${id}/invoices`, 'POST')));
  const { shipping_addresses: addresses } = await call('/account');
  const { locations } = await call('/locations');
  const lines = orders.flatMap(({ line_items: items }) => items.map(({ id }) => id));
  const of = (paths, values, parameter = 'id') => ({ paths, parameter, values });
  return {
    orders: of('^/orders/\\{id\\}', orders.map(({ id }) => id)),
    invoices: of('^/invoices/\\{id\\}', invoices.map(({ id }) => id)),
    line_items: of('^/invoices/available_exchange_sizes/', lines, 'line_item_id'),
    style_profiles: of('^/style_profiles/\\{id\\}', ['current']),
    pictures: of('^/product_images/', ['P001', 'P002']),
    rules: of('^/rules/', ['login.validate', 'mask.zip', 'payment.validate', 'invoice.preview', 'calendar.window'], 'rule'),
    shipping_addresses: of('^/shipping_addresses/\\{id\\}', addresses.map(({ id }) => id)),
    locations: of('^/locations/\\{id\\}', locations.map(({ id }) => id)),
  };
}
