// Prepared calls. With the bodies that schemathesis generates nobody could register, order or pay. For each call that would not
// succeed by chance, this module brings customers to a state in which it succeeds, and provides its body.
import { ANSWERS, PASSWORD, caller, cardForm, firstDay, human, registration, sessionOf, signIn, signUpForm } from '../lib/customer.mjs';

/** How often each call is made. */
const TIMES = 2;

/** The smallest PNG. */
const PHOTO = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNkYAAAAAYAAjCB0C8AAAAASUVORK5CYII=', 'base64');

let count = 0;

/** A customer who has just registered, with an IP address and a street address of their own. */
export async function registered(url, formOf = registration) {
  count += 1;
  const [email, address] = [`fuzz${count}@example.com`, `172.16.${count >> 8}.${count & 255}`];
  const form = formOf(email, await human(url));
  const headers = { 'content-type': 'application/json', 'x-forwarded-for': address };
  const response = await fetch(`${url}/api/registrations`, { method: 'POST', headers, body: JSON.stringify(form) });
  if (!response.ok) throw new Error(`${email} could not register: ${response.status} ${await response.text()}`);
  const session = { ...sessionOf(response), address };
  return { email, session, url, line: `${count} Harmon Place`, call: caller(url, session) };
}

/** The registration of a customer on a store's tablet, who has no password yet. */
const storeRegistration = (email, recaptchaToken) => ({
  customer: { first_name: 'Fay', last_name: 'Zimmer', email, registration_postal_code: '55403', registered_in_store: true, recaptchaToken },
});

const inStore = (url) => registered(url, storeRegistration);

/** A customer of a store's tablet with a link for their own phone, and the link's token. */
async function withPhoneLink(url) {
  const customer = await inStore(url);
  const { link } = await customer.call('POST', '/phone_links', PHONE_LINK);
  return { customer, token: /[\w-]+$/.exec(link)[0] };
}

const PHONE_LINK = { phone_link: { path: '/quiz/2' } };

/** A customer with an answered quiz, and a day for the first box. */
async function answered(url) {
  const customer = await registered(url);
  customer.day = await firstDay(customer.call);
  await customer.call('PATCH', '/style_profiles/current', { responses: { ...ANSWERS, ship_by_date: customer.day } });
  return customer;
}

async function ordered(url) {
  const customer = await answered(url);
  customer.order = (await customer.call('POST', '/credit_cards', signUpForm(customer))).order_id;
  return customer;
}

/** A customer with a box at home, decisions and an invoice. */
export async function decided(url) {
  const customer = await ordered(url);
  for (let step = 0; step < 3; step += 1) await customer.call('POST', '/demo/advance');
  const { line_items: items } = await customer.call('GET', `/orders/${customer.order}`);
  const decisions = items.map(({ id }, place) => ({ id, claimed_kept: place === 0 }));
  await customer.call('PATCH', `/orders/${customer.order}`, { order: { line_items_attributes: decisions } });
  customer.invoice = await customer.call('POST', `/orders/${customer.order}/invoices`);
  return customer;
}

/** The newest email to an address, as `/dev/outbox` shows it. */
async function emailTo(url, email) {
  const page = await (await fetch(`${url}/dev/outbox`)).text();
  return page.split('<details').find((message) => message.includes(`To ${email}<`));
}

/** A customer with a change of the email address that waits for a code. */
async function withEmailChange(url) {
  const customer = await ordered(url);
  await customer.call('PATCH', '/account', { customer: { email: `new-${customer.email}` } }, { expected: 403 });
  return customer;
}

const ADDRESS = { shipping_address: { name: 'Fay Zimmer', line_1: '9 Loring Park', line_2: '', city: 'Minneapolis', state: 'MN', postal_code: '55403', phone: '6125550142' } };

/** A customer with two addresses, and the id of the one that is not primary. */
async function withAddress(url) {
  const customer = await registered(url);
  for (const line_1 of ['9 Loring Park', '11 Loring Park']) {
    await customer.call('POST', '/shipping_addresses', { shipping_address: { ...ADDRESS.shipping_address, line_1 } });
  }
  const { shipping_addresses: known } = await customer.call('GET', '/account');
  return { customer, path: { id: known.at(-1).id } };
}

/** A customer with a photo, and the photo's id. */
async function withPhoto(url) {
  const customer = await registered(url);
  const { upload_url: to, download_url: at } = await customer.call('POST', '/style_profiles/current/upload_urls', { filename: 'me.png' });
  const sent = await fetch(new URL(to, url), { method: 'PUT', body: PHOTO });
  if (!sent.ok) throw new Error(`A photo could not be sent: ${sent.status} ${await sent.text()}`);
  return { customer, path: { id: at.split('/').at(-1) } };
}

/** How each call is prepared. Without a customer it is called without a session. */
const CALLS = {
  'POST /sessions': async (url) => {
    const { email } = await registered(url);
    return { body: { customer: { email, password: PASSWORD, recaptchaToken: await human(url) } } };
  },
  'POST /registrations': async (url) => ({ body: registration(`fuzz-new${(count += 1)}@example.com`, await human(url)) }),
  'PUT /registrations': async (url) => {
    const body = { customer: { current_password: PASSWORD, password: 'Another#2026', password_confirmation: 'Another#2026' } };
    return { customer: await registered(url), body };
  },
  'PATCH /registrations': async (url) => ({ customer: await inStore(url), body: { customer: { email: `fuzz-mended${(count += 1)}@example.com` } } }),
  'POST /phone_links': async (url) => ({ customer: await inStore(url), body: PHONE_LINK }),
  'GET /phone_links': async (url) => ({ customer: (await withPhoneLink(url)).customer }),
  'PUT /phone_links': async (url) => ({ body: { phone_link: { token: (await withPhoneLink(url)).token } } }),
  'POST /passwords': async (url) => ({ body: { customer: { email: (await registered(url)).email } } }),
  'PUT /passwords': async (url) => {
    const { email, call } = await registered(url);
    await call('POST', '/passwords', { customer: { email } });
    const [, token] = (await emailTo(url, email)).match(/reset_password_token=([\w-]+)/);
    return { body: { customer: { password: 'Another#2026', password_confirmation: 'Another#2026', reset_password_token: token } } };
  },
  'POST /email_confirmations': async (url) => {
    const customer = await registered(url);
    const email = `new-${customer.email}`;
    await customer.call('PATCH', '/account', { customer: { email } });
    const [, token] = (await emailTo(url, email)).match(/confirm_email#token=([\w-]+)/);
    return { body: { token } };
  },
  'POST /account/pending_email': async (url) => {
    const customer = await registered(url);
    await customer.call('PATCH', '/account', { customer: { email: `new-${customer.email}` } });
    return { customer };
  },
  'POST /account/close': async (url) => ({ customer: await registered(url), body: { current_password: PASSWORD } }),
  'DELETE /account/devices/{id}': async (url) => {
    const customer = await registered(url);
    await signIn(url, customer.email);
    const { devices } = await customer.call('GET', '/account/devices');
    return { customer, path: { id: devices.find(({ current }) => !current).id } };
  },
  'POST /mfa_requests': async (url) => ({ customer: await withEmailChange(url), body: { mfa_type: 'email' } }),
  'POST /mfa_resubmissions': async (url) => {
    const customer = await withEmailChange(url);
    await customer.call('POST', '/mfa_requests', { mfa_type: 'email' });
    const [, code] = (await emailTo(url, customer.email)).match(/Your code is (\d{6})/);
    return { customer, body: { customer: { mfa_type: 'email', mfa_code: code } } };
  },
  'PATCH /account/skip_a_box': async (url) => {
    const customer = await registered(url);
    await customer.call('PATCH', '/account', { customer: { subscription_type: 'subscription_30_day' } });
    return { customer };
  },
  'PATCH /account': async (url) => ({ customer: await registered(url), body: { customer: { first_name: 'Fey' } } }),
  'PATCH /style_profiles/{id}': async (url) => ({ customer: await registered(url), path: { id: 'current' }, body: { responses: ANSWERS } }),
  'POST /credit_cards': async (url) => {
    const customer = await answered(url);
    return { customer, body: signUpForm(customer) };
  },
  'PATCH /credit_cards': async (url) => {
    const customer = await registered(url);
    return { customer, body: cardForm(customer) };
  },
  'POST /demo/advance': async (url) => ({ customer: await ordered(url) }),
  'POST /orders': async (url) => {
    const customer = await ordered(url);
    await customer.call('POST', `/orders/${customer.order}/cancel`);
    return { customer, body: { order: { customer_pick_up: false, ship_by_date: customer.day } } };
  },
  'POST /orders/{id}/cancel': async (url) => {
    const customer = await ordered(url);
    return { customer, path: { id: customer.order } };
  },
  'POST /orders/{id}/keep': async (url) => {
    const customer = await ordered(url);
    return { customer, path: { id: customer.order } };
  },
  'POST /orders/{id}/payment_check': async (url) => {
    const customer = await ordered(url);
    return { customer, path: { id: customer.order } };
  },
  'POST /orders/{id}/payment_confirmation': async (url) => {
    const customer = await ordered(url);
    return { customer, path: { id: customer.order } };
  },
  'POST /credit_cards/confirmation': async (url) => ({ customer: await registered(url), body: { payment_method: 'pm_1' } }),
  'PATCH /orders/{id}': async (url) => {
    const customer = await ordered(url);
    return { customer, path: { id: customer.order }, body: { order: { on_demand_customer_msg: 'Softer', order_review: 'Lovely', review_rating: 5 } } };
  },
  'PATCH /orders/{id}/extend': async (url) => {
    const customer = await decided(url);
    return { customer, path: { id: customer.order } };
  },
  'POST /orders/{id}/invoices': async (url) => {
    const customer = await decided(url);
    return { customer, path: { id: customer.order } };
  },
  'POST /invoices/{id}/coupons': async (url) => {
    const customer = await decided(url);
    return { customer, path: { id: customer.invoice.id }, body: { code: 'Hello25' } };
  },
  'DELETE /invoices/{id}/coupons': async (url) => {
    const customer = await decided(url);
    return { customer, path: { id: customer.invoice.id } };
  },
  'DELETE /invoices/{id}/gift_cards': async (url) => {
    const customer = await decided(url);
    return { customer, path: { id: customer.invoice.id } };
  },
  'POST /invoices/{id}/checkout': async (url) => {
    const customer = await decided(url);
    const { id, totalDue } = customer.invoice;
    return { customer, path: { id }, headers: { 'Idempotency-Key': `fuzz-${id}` }, body: { expected_total_due: totalDue } };
  },
  'POST /invoices/{id}/gift_cards': async (url) => {
    const customer = await decided(url);
    return { customer, path: { id: customer.invoice.id }, body: { code: '6035 7100 2026 0050' } };
  },
  'POST /reviews': async (url) => {
    const customer = await decided(url);
    const { id, totalDue } = customer.invoice;
    await customer.call('POST', `/invoices/${id}/checkout`, { expected_total_due: totalDue }, { key: `fuzz-${id}` });
    const { review_invitation: invitation } = await customer.call('GET', `/orders/${customer.order}`);
    const written = { display_name: 'Fay', email: customer.email, review_content: 'The boots!', review_title: 'Lovely', review_score: 5, reviewer_type: 'verified_reviewer' };
    return { customer, body: { ...invitation, ...written } };
  },
  'POST /rules/{rule}': async () => ({ path: { rule: 'mask.zip' }, body: { text: '554011' } }),
  'POST /shipping_addresses': async (url) => ({ customer: await registered(url), body: ADDRESS }),
  'PATCH /shipping_addresses/{id}': async (url) => ({ ...(await withAddress(url)), body: { shipping_address: { line_2: 'Apt 9' } } }),
  'DELETE /shipping_addresses/{id}': withAddress,
  'DELETE /shipping_addresses/{id}/suggestion': withAddress,
  'POST /address_checks': async (url) => ({ customer: await registered(url), body: ADDRESS }),
  'POST /style_profiles/{id}/upload_urls': async (url) => ({ customer: await registered(url), path: { id: 'current' }, body: { filename: 'me.jpg' } }),
  'GET /photos/{id}': withPhoto,
  'POST /photos/{id}/finish': withPhoto,
};

/** All prepared calls by operation: `{session, path, headers, body}`. Each can be made once. */
export async function readyCalls(url) {
  const ready = {};
  for (const [name, prepare] of Object.entries(CALLS)) {
    ready[name] = [];
    for (let time = 0; time < TIMES; time += 1) {
      const { customer, ...call } = await prepare(url);
      ready[name].push({ session: customer?.session ?? null, ...call });
    }
  }
  return ready;
}
