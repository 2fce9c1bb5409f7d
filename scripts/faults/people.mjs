// Customers and staff at work while things go wrong. Each customer has a row in the ledger: what was answered with success, and nothing
// else.
import { ANSWERS, caller, firstDay } from '../lib/customer.mjs';
import { until } from '../lib/until.mjs';
import { signUp } from './calls.mjs';
import { replaceAndOrder, saveFirst, signUpWith } from './cards.mjs';
import { payAtOnce, putShared } from './friends.mjs';
import { newPaymentMethod } from './gateway.mjs';

/** How many customers are at work at once. */
const CUSTOMERS = 4;
/** An order has fewer steps. */
const MOST_STEPS = 12;

/** Takes the order on by a step, as staff do. A second sending would take a second step: so the customer looks before each. */
async function advance({ call, step }, row) {
  const before = row.status;
  const hasMoved = async () => {
    row.status = (await call('GET', `/orders/${row.order}`)).status;
    return row.status !== before;
  };
  await step(['POST', '/demo/advance'], hasMoved);
  await until(() => `the order ${row.code} leaves the status ${before}`, hasMoved);
}

/** Takes the order on to one of these statuses: a step that was begun by a process that is killed can be made later than it is looked for. */
async function advanceTo(person, row, ...statuses) {
  for (let steps = 0; !statuses.includes(row.status); steps += 1) {
    if (steps === MOST_STEPS) throw new Error(`The order ${row.code} is ${row.status} after ${steps} steps, and not ${statuses[0]}.`);
    await advance(person, row);
  }
}

async function order(shop, person, row) {
  const { call, act, chance } = person;
  const day = await firstDay(call);
  const first = chance.isOneIn(3) ? await saveFirst(shop, person) : null;
  await call('PATCH', '/style_profiles/current', { responses: { ...ANSWERS, ship_by_date: day } });
  const known = async () => (await call('GET', '/orders')).orders[0];
  if (first) {
    const ordered = () => act(['POST', '/orders', { order: { ship_by_date: day } }, `order-${row.number}`], known);
    await replaceAndOrder(shop, person, row, { first, order: ordered });
  } else {
    row.card = await newPaymentMethod(shop.gateway);
    await act(['POST', '/credit_cards', signUpWith(person, row.card)], known);
  }
  row.order = (await known()).id;
  const found = await call('GET', `/orders/${row.order}`);
  Object.assign(row, { code: found.code, status: found.status });
  shop.made('orders');
}

/** Calls the order off, as the customer or as staff, or because its box is lost. */
async function end(shop, person, row, what) {
  const at = `/orders/${row.order}`;
  const isEnded = async () => (await person.call('GET', at)).status === 'cancelled';
  if (what === 'canceled') await person.act(['POST', `${at}/cancel`], isEnded);
  else await person.staff([what === 'lost' ? 'lost' : 'cancel', row.code], isEnded);
  row.ended = what === 'lost' ? 'lost' : 'canceled';
  row.status = (await person.call('GET', at)).status;
  shop.made(`orders ${what}`);
}

/** Types a coupon's code, a gift card's number, or neither. */
async function putOnInvoice(shop, { call, act, staff, chance }, row, invoice) {
  const at = `/invoices/${invoice.id}`;
  const read = () => call('POST', `/orders/${row.order}/invoices`);
  if (chance.isOneIn(4)) {
    await act(['POST', `${at}/coupons`, { code: shop.coupon }], async () => (await read()).coupon?.code === shop.coupon);
    row.coupon = shop.coupon;
    shop.made('coupons');
  }
  if (chance.isOneIn(4)) {
    // If it is issued and not printed, it is nobody's, and another one is issued.
    const code = /(?:\d{4} )+\d{4}/.exec(await staff(['gift-card', 'issue', '30.00'], () => null))[0];
    await act(['POST', `${at}/gift_cards`, { code }], async () => (await read()).gift_card);
    shop.made('gift cards');
  }
}

/** A box at home: decides, and perhaps asks for more days, and pays, perhaps at the same moment as another customer. */
async function checkOut(shop, person, row) {
  const { call, act, chance } = person;
  const at = `/orders/${row.order}`;
  const { line_items: items } = await call('GET', at);
  const kept = 1 + chance.below(items.length);
  const decisions = items.map(({ id }, place) => ({ id, claimed_kept: place < kept }));
  await call('PATCH', at, { order: { line_items_attributes: decisions } });
  row.decisions = Object.fromEntries(decisions.map(({ id, claimed_kept: isKept }) => [id, isKept]));
  if (chance.isOneIn(3)) {
    await act(['PATCH', `${at}/extend`], async () => (await call('GET', at)).extended);
    row.extended = true;
  }
  const invoice = await call('POST', `${at}/invoices`);
  const pair = chance.isOneIn(3) ? null : await shop.meet(row);
  try {
    await (pair ? putShared(shop, person, row, pair, invoice) : putOnInvoice(shop, person, row, invoice));
    await payAtOnce(shop, person, row, pair);
  } finally {
    pair?.moment.giveUp();
  }
  row.status = (await call('GET', at)).status;
}

/** A piece that was bought comes back: staff receive it, and its price goes back. */
async function bringBack(shop, { call, staff, chance }, row) {
  const at = `/orders/${row.order}`;
  const { line_items: items } = await call('GET', at);
  const { id, image_url: picture } = chance.pick(items.filter((item) => row.decisions[item.id]));
  const isBack = async () => (await call('GET', at)).line_items.find((item) => item.id === id).received;
  await staff(['receive', row.code, picture.split('/').at(-1)], isBack);
  row.broughtBack = id;
  shop.made('bought pieces brought back');
}

async function live(shop, row) {
  const person = { ...(await signUp(shop, row.number)), chance: shop.chanceOf(row.number) };
  const { chance } = person;
  Object.assign(row, { email: person.email, session: person });
  await order(shop, person, row);
  if (chance.isOneIn(8)) return end(shop, person, row, chance.pick(['canceled', 'canceled by staff']));
  await advanceTo(person, row, 'in_transit_to_customer', 'delivered_to_customer');
  if (chance.isOneIn(10) && row.status === 'in_transit_to_customer') return end(shop, person, row, 'lost');
  await advanceTo(person, row, 'delivered_to_customer');
  await checkOut(shop, person, row);
  if (chance.isOneIn(3)) return;
  await advanceTo(person, row, 'completed');
  // What goes back on a gift card could be used by the other one of the pair, who may still be checking out.
  if (chance.isOneIn(3) && !row.shares?.giftCard) await bringBack(shop, person, row);
  if (chance.isOneIn(2)) return;
  const skip = async () => (await person.call('GET', '/account')).skip_days > 0;
  await person.act(['PATCH', '/account/skip_a_box'], skip);
  row.skipped = true;
  shop.made('boxes skipped');
}

/** One of the customers at once: lives as one after the other, until the shop takes no more. */
async function lives(shop) {
  for (let number = shop.nextNumber(); number !== null; number = shop.nextNumber()) {
    const row = { number };
    shop.ledger.push(row);
    await live(shop, row);
    row.isOver = true;
  }
}

/** Lets customers live in the shop: `areWorking` throws what one of them could not do, and so does `stop`, which waits until all have ended. */
export function atWork(shop) {
  let [working, failure] = [CUSTOMERS, null];
  const one = () => lives(shop).catch((error) => (failure ??= error)).finally(() => (working -= 1));
  const ended = Promise.all(Array.from({ length: CUSTOMERS }, one));
  const areWorking = () => {
    if (failure) throw failure;
    return working > 0;
  };
  const stop = async () => {
    shop.close();
    await ended;
    areWorking();
  };
  return { areWorking, stop };
}

/** What a customer sees now of all that a row of the ledger may have. */
export async function seenBy({ url }, { session, order: id, invoice }) {
  const call = caller(url(), { ...session.session, address: session.address });
  const account = await call('GET', '/account');
  const { orders } = await call('GET', '/orders');
  const found = id ? await call('GET', `/orders/${id}`) : null;
  const { messages } = await call('GET', '/account/export');
  return { account, orders, order: found, invoice: invoice ? found?.invoices.find((each) => each.id === invoice) : null, messages };
}
