// What has to be true while nothing goes wrong: all that was answered is there, was charged once, and was told once.

const cents = (dollars) => Math.round(Number(dollars) * 100);
const sorted = (numbers) => [...numbers].sort((one, other) => one - other).join(', ');
const sum = (numbers) => numbers.reduce((all, each) => all + each, 0);

/** By how many days a skip puts the next box off: customers get one every month. */
const INTERVAL_DAYS = 30;

/** The differences between a row of the ledger and what its customer sees. */
export function missing(row, { account, orders, order, invoice }) {
  const wrong = [];
  const same = (what, told, seen) => told === seen || wrong.push(`${what} was answered as ${told}, and is ${seen}`);
  const item = (id) => order?.line_items.find((each) => each.id === id);
  if (row.email) same('the account', row.email, account?.email);
  if (row.skipped) same('the days of a skipped box', INTERVAL_DAYS, account?.skip_days);
  if (!row.order) return wrong;
  same('the number of orders', 1, orders.length);
  if (row.code) same('the code of the order', row.code, order?.code);
  if (row.isOver) same('the state of the order', row.status, order?.status);
  if (row.extended) same('the extension', true, order?.extended);
  for (const [id, isKept] of Object.entries(row.decisions ?? {})) if (id !== row.broughtBack) same(`the decision ${id}`, isKept, item(id)?.claimed_kept);
  if (row.broughtBack) same('the piece that was brought back', true, item(row.broughtBack)?.received);
  if (!row.invoice) return wrong;
  same('the invoice', 'paid', invoice?.status);
  same('the total due', row.paid, order?.charged?.total_due);
  same('the part of the gift card', row.gift, order?.charged?.gift_card_amount);
  if (row.coupon) same('the coupon', row.coupon, order?.charged?.coupon_code);
  return wrong;
}

/** The values that are there more than once, each with how often. */
function several(values) {
  const count = new Map();
  for (const value of values) count.set(value, (count.get(value) ?? 0) + 1);
  return [...count].filter(([, number]) => number > 1);
}

/** The differences between what the customer of an order was told of payments, and what the gateway took and gave back. */
export function wrongMoney(row, { order }, moved = { taken: [], refunded: [] }) {
  if (!row.order) return [];
  const wrong = [];
  const amounts = (isMeant) => order.payments.filter(({ kind }) => isMeant(kind)).map(({ amount }) => Math.abs(cents(amount)));
  // Nobody here pays twice, or gets something back twice.
  for (const [kind] of several(order.payments.map(({ kind }) => kind))) wrong.push(`there are several payments of the kind ${kind}`);
  // The gateway knows nothing of gift cards.
  const byCard = (kind) => !kind.startsWith('gift_card');
  const told = amounts((kind) => byCard(kind) && !kind.includes('refund'));
  const given = amounts((kind) => byCard(kind) && kind.includes('refund'));
  if (sorted(told) !== sorted(moved.taken)) wrong.push(`the order was charged ${sorted(told)} cents, and the gateway took ${sorted(moved.taken)}`);
  if (sorted(given) !== sorted(moved.refunded)) wrong.push(`the order was refunded ${sorted(given)} cents, and the gateway gave ${sorted(moved.refunded)}`);
  const due = cents(row.paid ?? 0);
  const bought = amounts((kind) => kind === 'purchase');
  if (row.invoice && sum(bought) !== due) wrong.push(`${due} cents were to be paid, and ${sorted(bought)} were`);
  if (row.broughtBack && !order.payments.some(({ kind }) => kind.endsWith('refund') && kind !== 'styling_fee_refund')) wrong.push('a piece was brought back, and no money');
  if (row.ended && sum(moved.refunded) !== sum(moved.taken)) wrong.push(`the order was ${row.ended}, and of ${sorted(moved.taken)} cents ${sorted(moved.refunded)} went back`);
  return wrong;
}

/** The differences between the cards of a customer and what the gateway charged, and the cards that it still knows. */
export function wrongCards({ card, replacedCard }, moved, known) {
  const charged = (moved?.cards ?? []).filter((each) => each !== card);
  return [
    ...charged.map((each) => `the card ${each} was charged, and ${card} was on file`),
    ...(card && !known.has(card) ? [`the gateway has forgotten the card ${card}, which is on file`] : []),
    ...(known.has(replacedCard) ? [`the gateway has not forgotten the card ${replacedCard}, which was replaced`] : []),
  ];
}

/** The codes of a checkout's refusal that say that a coupon or a part of a gift card is gone. */
const GONE = ['invoice_changed', 'PROMO_CODE_NOT_RECOGNIZED'];

/** The differences of a customer who was refused, because the others of the pair had used what they share. */
function wrongRefusals({ code, shares, refused }, others) {
  const used = sum(others.map(({ gift }) => cents(gift)));
  const hasCoupon = others.some(({ coupon }) => coupon === shares.coupon);
  return refused.flatMap(({ why: [reason, text], ended, left }) => [
    ...(GONE.includes(reason) && text ? [] : [`the checkout of ${code} was refused by ${reason}, "${text}"`]),
    ...(!shares.coupon || (hasCoupon && ended === shares.coupon) ? [] : [`${code} was told that the coupon ${ended} has ended, and another one has${hasCoupon ? '' : ' not'} used ${shares.coupon}`]),
    ...(!shares.balance || cents(left) === cents(shares.balance) - used ? [] : [`${code} was told that ${left} of the gift card are left, and ${shares.balance} without ${used} cents are`]),
  ]);
}

/**
 * The differences between what a pair shares and what their orders were charged. `most` is how often the coupon can be used, and `uses` how
 * often it was, as staff see it. Each row has what the customer sees as `charged`.
 */
export function wrongShares({ rows, coupon, balance }, { most, uses }) {
  const wrong = [];
  const paid = rows.filter(({ row, charged }) => row.invoice && charged);
  const refused = paid.filter(({ row }) => row.refused);
  const should = (what, is, planned) => is === planned || wrong.push(`${what} ${is}, and not ${planned}`);
  if (coupon && paid.length > 0) {
    const once = Math.min(most, paid.length);
    should('the invoices with the coupon are', paid.filter(({ charged }) => charged.coupon_code === coupon).length, once);
    should('the invoices that were answered with the coupon are', paid.filter(({ row }) => row.coupon === coupon).length, once);
    should('the uses of the coupon are', uses, once);
    should('the refused customers are', refused.length, paid.length - once);
  }
  if (balance) {
    const wanted = sum(paid.filter(({ row }) => !row.without).map(({ row }) => cents(row.paid) + cents(row.gift)));
    should('the cents of the gift card are', sum(paid.map(({ charged }) => cents(charged.gift_card_amount))), Math.min(cents(balance), wanted));
    if (paid.length > 0 && refused.length === paid.length) wrong.push('all customers were refused');
  }
  for (const one of refused) wrong.push(...wrongRefusals(one.row, paid.filter((each) => each !== one).map(({ row }) => row)));
  return wrong;
}

/** The statuses of an order whose pieces are in the warehouse. */
const IN_THE_WAREHOUSE = ['created', 'styling', 'cancelled'];

/** The garment of a line item, as the stock calls it: its pictures have its name. */
const garmentOf = ({ image_url: picture, size }) => `${picture.split('/').at(-1)} ${size}`;

/**
 * The differences between the stock and what is with customers. `orders` has what the customer sees for each row of the ledger, if there is an
 * order. Nobody here exchanges anything, so nothing is promised.
 */
export function wrongStock(orders, atFirst, stock) {
  const isOut = ([row, order]) => row.ended === 'lost' || !IN_THE_WAREHOUSE.includes(order.status);
  const out = new Map();
  for (const [, order] of [...orders].filter(([, order]) => order).filter(isOut)) {
    for (const item of order.line_items.filter(({ received }) => !received)) out.set(garmentOf(item), (out.get(garmentOf(item)) ?? 0) + 1);
  }
  return [...new Set([...atFirst.keys(), ...stock.keys()])].flatMap((garment) => {
    const [before, { there, promised }, away] = [atFirst.get(garment)?.there ?? 0, stock.get(garment) ?? { there: 0, promised: 0 }, out.get(garment) ?? 0];
    return [
      ...(there === before - away ? [] : [`Of ${garment} there were ${before} pieces, ${away} are with customers or lost, and ${there} are in the warehouse`]),
      ...(promised === 0 ? [] : [`Of ${garment} ${promised} pieces are promised, and nobody exchanges any`]),
    ];
  });
}

/** The charges and refunds at the gateway that belong to no order of the ledger. */
export function foreignMoney(ledger, moved) {
  const orders = new Set(ledger.map(({ order }) => order));
  return [...moved].filter(([order]) => !orders.has(order)).map(([order, { taken }]) => `The gateway has charges of the order ${order}, which nobody was told of: it took ${sorted(taken)} cents.`);
}

/** The emails that a customer has to get, by their kind. */
const TOLD = {
  welcome: ({ email }) => email,
  order_placed: ({ order }) => order,
  being_styled: ({ ended, decisions }) => ended === 'lost' || decisions,
  on_its_way: ({ ended, decisions }) => ended === 'lost' || decisions,
  delivered: ({ decisions }) => decisions,
  extended: ({ extended }) => extended,
  receipt: ({ invoice }) => invoice,
  cancelled: ({ ended }) => ended === 'canceled',
  lost: ({ ended }) => ended === 'lost',
  card_changed: ({ replacedCard }) => replacedCard,
  return_came_late: ({ broughtBack }) => broughtBack,
};

/** The kinds of emails that a customer should have got and has not, of the messages in their export. */
export function neverSent(row, messages) {
  const sent = new Set(messages.filter((message) => message.sent_at).map(({ kind }) => kind));
  return Object.keys(TOLD).filter((kind) => TOLD[kind](row) && !sent.has(kind));
}

/** The emails to a customer that were sent twice, or never. */
export function wrongEmails(row, messages) {
  const twice = several(messages.map(({ kind }) => kind)).map(([kind, number]) => `the email ${kind} was sent ${number} times`);
  return [...twice, ...neverSent(row, messages).map((kind) => `the email ${kind} was never sent`)];
}

/**
 * The kinds of `ops attention` that the harm itself explains. On SQLite the small disk has less room than the service wants (`disk`). On
 * PostgreSQL the clocks of the servers differ by more than the service allows for, so that it names a clock that ran back (`clock`).
 */
const MAY_WAIT = { sqlite: ['disk'], postgres: ['clock'] };

/** What waits and is not explained. */
export const unexpected = ({ waiting, unread }, engine) => [...waiting.filter(({ kind }) => !MAY_WAIT[engine].includes(kind)), ...unread];

/** The jobs whose last run failed, of what waits: staff run them again. */
export const failedJobs = (waiting) => waiting.filter(({ kind }) => kind === 'jobs').flatMap(({ what }) => /^job (\w+)$/.exec(what)?.[1] ?? []);
