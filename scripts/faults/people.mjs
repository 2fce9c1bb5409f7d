// Customers at work while things go wrong. Each keeps a ledger row of what was answered with success, and nothing else.
import { setTimeout as pause } from 'node:timers/promises';
import { ANSWERS, caller, firstDay, human, registration, send, sessionOf, signIn, signUpForm } from '../lib/customer.mjs';
import { newPaymentMethod } from './gateway.mjs';

/** How long a call may take, and how long a customer waits before a call whose outcome is unknown is sent again. */
const CALL_MS = 10_000;
const AGAIN_MS = 60;
/** How long a call is repeated before the service counts as down for good. */
const GIVE_UP_MS = 60_000;

/** An answer that is no success, and whose outcome is known. */
class Refused extends Error {
  constructor(what, status, body) {
    super(`${what}: ${status} ${JSON.stringify(body)}`);
    this.status = status;
  }
}

/** Calls until there is an answer that says what happened. `shop.url()` names a server, which may be another one each time. */
async function answered(shop, what, attempt) {
  const begun = performance.now();
  for (;;) {
    const wrong = await attempt(shop.url())
      .then(({ status, body }) => {
        shop.count(status);
        return status >= 500 || status === 429 || status === 409 ? new Refused(what, status, body) : { status, body };
      })
      .catch((error) => {
        shop.count(error.name === 'TimeoutError' ? 'no answer in time' : 'connection lost');
        return error;
      });
    if (!(wrong instanceof Error)) return wrong;
    if (wrong.status === 409 || performance.now() - begun > GIVE_UP_MS) throw wrong;
    await pause(AGAIN_MS);
  }
}

/** Calls of a customer in a session: `call(method, path, body, key)` returns the body of a success, or throws `Refused`. */
function callsOf(shop, person) {
  return async (method, path, body, key) => {
    await shop.gate();
    const what = `${method} ${path}`;
    const { status, body: said } = await answered(shop, what, async (url) => {
      const session = { ...person.session, address: person.address };
      const response = await send(url, session, method, path, body, { key, signal: AbortSignal.timeout(CALL_MS) });
      const text = await response.text();
      return { status: response.status, body: text && JSON.parse(text) };
    });
    if (status >= 400) throw new Refused(what, status, said);
    return said;
  };
}

/** Does `act`, which may have been done by an earlier sending. If it is refused, `read` says whether it is done: it returns the answer then. */
const doneOnce = (act, read) =>
  act().catch(async (error) => {
    if (!(error instanceof Refused)) throw error;
    const found = await read();
    if (!found) throw error;
    return found;
  });

/** Signs up. If the outcome of the first sending is unknown and the account exists, the customer signs in. */
async function signUp(shop, number) {
  const person = { email: `killed${number}@example.com`, address: `172.${16 + (number >> 16)}.${(number >> 8) & 255}.${number & 255}`, line: `${number} Harmon Place` };
  await shop.gate();
  await answered(shop, 'POST /registrations', async (url) => {
    const headers = { 'content-type': 'application/json', 'x-forwarded-for': person.address };
    const body = JSON.stringify(registration(person.email, await human(url)));
    const response = await fetch(`${url}/api/registrations`, { method: 'POST', headers, body, signal: AbortSignal.timeout(CALL_MS) });
    if (response.ok) person.session = sessionOf(response);
    else if (response.status === 422) person.session = await signIn(url, person.email);
    return { status: person.session ? 200 : response.status, body: await response.text() };
  });
  return { ...person, call: callsOf(shop, person) };
}

/** Moves an order on, as staff do. It is read before, because a first sending may have moved it on. */
async function advance({ call }, row) {
  const before = row.status;
  for (;;) {
    const { status } = await call('GET', `/orders/${row.order}`);
    if (status !== before) return (row.status = status);
    // Read again, because an answer to the second sending can tell of a second step.
    await call('POST', '/demo/advance').catch((error) => {
      if (!(error instanceof Refused)) throw error;
    });
    row.status = (await call('GET', `/orders/${row.order}`)).status;
    if (row.status !== before) return row.status;
  }
}

async function order(shop, person, row) {
  const { call } = person;
  const day = await firstDay(call);
  await call('PATCH', '/style_profiles/current', { responses: { ...ANSWERS, ship_by_date: day } });
  const { card_info: _, ...form } = signUpForm(person);
  const body = { ...form, payment_method: await newPaymentMethod(shop.gateway) };
  const known = async () => (await call('GET', '/orders')).orders.map(({ id }) => ({ order_id: id }))[0];
  const { order_id: id } = await doneOnce(() => call('POST', '/credit_cards', body), known);
  row.order = id ?? (await known()).order_id;
  const found = await call('GET', `/orders/${row.order}`);
  Object.assign(row, { code: found.code, status: found.status });
  shop.made.orders += 1;
}

/** A box at home: decides, and perhaps asks for more days, and pays. */
async function checkOut(shop, person, row) {
  const { call } = person;
  const at = `/orders/${row.order}`;
  const { line_items: items } = await call('GET', at);
  const kept = 1 + shop.chance.below(items.length);
  const decisions = items.map(({ id }, place) => ({ id, claimed_kept: place < kept }));
  await call('PATCH', at, { order: { line_items_attributes: decisions } });
  row.decisions = Object.fromEntries(decisions.map(({ id, claimed_kept: isKept }) => [id, isKept]));
  if (shop.chance.isOneIn(3)) {
    await doneOnce(() => call('PATCH', `${at}/extend`), async () => (await call('GET', at)).extended);
    row.extended = true;
  }
  const invoice = await call('POST', `${at}/invoices`);
  if (shop.chance.isOneIn(4)) {
    await shop.gate();
    const code = await shop.giftCard();
    await doneOnce(() => call('POST', `/invoices/${invoice.id}/gift_cards`, { code }), async () => (await call('POST', `${at}/invoices`)).gift_card);
  }
  const { totalDue, totalGiftCardAmountUsed: gift } = await call('POST', `${at}/invoices`);
  const paid = await call('POST', `/invoices/${invoice.id}/checkout`, { expected_total_due: totalDue }, `kills-${invoice.id}`);
  if (paid.status !== 'paid') throw new Error(`A checkout was answered as ${paid.status}.`);
  Object.assign(row, { invoice: invoice.id, paid: totalDue, gift });
  row.status = (await call('GET', at)).status;
  shop.made.checkouts += 1;
}

async function live(shop, row, number) {
  const person = await signUp(shop, number);
  Object.assign(row, { email: person.email, session: person });
  await order(shop, person, row);
  if (shop.chance.isOneIn(6)) {
    const at = `/orders/${row.order}`;
    const canceled = async () => ((await person.call('GET', at)).status.startsWith('cancel') ? {} : null);
    await doneOnce(() => person.call('POST', `${at}/cancel`), canceled);
    row.status = (await person.call('GET', at)).status;
    shop.made.cancellations += 1;
    return;
  }
  for (let step = 0; step < 3; step += 1) await advance(person, row);
  await checkOut(shop, person, row);
  if (shop.chance.isOneIn(2)) await advance(person, row);
}

/** One of the customers at once: lives as one after the other until the shop closes. */
export async function lives(shop) {
  while (shop.isOpen()) {
    const row = { number: shop.nextNumber() };
    shop.ledger.push(row);
    await live(shop, row, row.number);
    row.isOver = true;
  }
}

/** What a customer sees now of all that a row of the ledger may have. */
export async function seenBy({ url }, { session, order: id, invoice }) {
  const call = caller(url(), { ...session.session, address: session.address });
  const account = await call('GET', '/account');
  const { orders } = await call('GET', '/orders');
  const found = id ? await call('GET', `/orders/${id}`) : null;
  return { account, orders, order: found, invoice: invoice ? found?.invoices.find((each) => each.id === invoice) : null };
}

