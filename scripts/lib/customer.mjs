// Calls the API as a customer does: signs up and in, and fills in the forms.
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

/** Calls the API in a session, and returns the response. `signal` can end the call. */
export function send(url, { cookie, token, address }, method, path, body, { key, signal } = {}) {
  const headers = { cookie: `stylebox_session=${cookie}`, 'x-xsrf-token': token, 'content-type': 'application/json' };
  if (address) headers['x-forwarded-for'] = address;
  if (key) headers['idempotency-key'] = key;
  return fetch(`${url}/api${path}`, { method, headers, body: body && JSON.stringify(body), signal });
}

/** Calls the API in a session. Returns the body; throws if the status is not `expected` (without it, any success). */
export const caller = (url, session) => async (method, path, body, { expected, key } = {}) => {
  const response = await send(url, session, method, path, body, { key });
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

/** The quiz answers that an order needs. */
export const ANSWERS = {
  occasions: ['Weekends'], top_size: 'M', bottom_size: '8', denim_rise: 'High rise', denim_style: ['Straight'], denim_distress: 'None',
  style_looks: ['Classic'], disliked_colors: ['Yellow'], spend_level: '$100 to $160', height_feet: '5', height_inches: '7', bra_band: '34',
  bra_cup: 'B', brand_1: 'Saltmarsh', denim_spend: '$90 - $200', subscription_type: 'subscription_30_day',
};

/** The form of a registration. */
export const registration = (email, recaptchaToken) => ({
  customer: {
    first_name: 'Fay', last_name: 'Zimmer', email, registration_postal_code: '55403', password: PASSWORD, password_confirmation: PASSWORD,
    themebox_signup: false, recaptchaToken,
  },
});

/** The form of a card that is typed. */
export const cardForm = ({ line }) => ({
  cardholder: { name: 'Fay Zimmer', street_address1: line, street_address2: '', city: 'Minneapolis', state: 'MN', zip_code: '55403', country: 'US', phone: '6125550142' },
  card_info: { credit_card_number: '4242424242424242', expiration: '12/29', cvv: '123' },
});

/** The last form of a sign-up: a card and a shipping address. */
export const signUpForm = (customer) => ({
  ...cardForm(customer),
  options: { shipping_address: { line_1: customer.line, line_2: '', city: 'Minneapolis', state: 'MN', postal_code: '55403', phone: '6125550142' }, same_as_shipping: true },
});

/** The day that the page proposes for the first box. `call` calls the API. */
export async function firstDay(call) {
  const [{ now }, holidays] = await Promise.all([call('GET', '/status'), call('GET', '/holidays')]);
  return call('POST', '/rules/delivery_calendar.default_date', { now, holidays });
}
