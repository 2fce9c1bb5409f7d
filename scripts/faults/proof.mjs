// What has to be true while nothing goes wrong: all that was answered is there, was charged once, and was told once.

const cents = (dollars) => Math.round(Number(dollars) * 100);
const sorted = (numbers) => [...numbers].sort((one, other) => one - other).join(', ');

/** The differences between a row of the ledger and what its customer sees. */
export function missing(row, { account, orders, order, invoice }) {
  const wrong = [];
  const same = (what, told, seen) => told === seen || wrong.push(`${what} was answered as ${told}, and is ${seen}`);
  if (row.email) same('the account', row.email, account?.email);
  if (!row.order) return wrong;
  same('the number of orders', 1, orders.length);
  if (row.code) same('the code of the order', row.code, order?.code);
  if (row.isOver) same('the state of the order', row.status, order?.status);
  if (row.extended) same('the extension', true, order?.extended);
  for (const [id, isKept] of Object.entries(row.decisions ?? {})) same(`the decision ${id}`, isKept, order?.line_items.find((item) => item.id === id)?.claimed_kept);
  if (!row.invoice) return wrong;
  same('the invoice', 'paid', invoice?.status);
  same('the total due', row.paid, order?.charged?.total_due);
  same('the part of the gift card', row.gift, order?.charged?.gift_card_amount);
  return wrong;
}

/** The differences between what the customer of an order was told of payments, and what the gateway took. */
export function wrongMoney(row, { order }, moved = { taken: [], refunded: [] }) {
  if (!row.order) return [];
  const wrong = [];
  // The gateway knows nothing of gift cards.
  const byCard = order.payments.filter(({ kind }) => !kind.startsWith('gift_card'));
  const told = byCard.filter(({ kind }) => !kind.includes('refund')).map(({ amount }) => cents(amount));
  const given = byCard.filter(({ kind }) => kind.includes('refund')).map(({ amount }) => Math.abs(cents(amount)));
  if (sorted(told) !== sorted(moved.taken)) wrong.push(`the order was charged ${sorted(told)} cents, and the gateway took ${sorted(moved.taken)}`);
  if (sorted(given) !== sorted(moved.refunded)) wrong.push(`the order was refunded ${sorted(given)} cents, and the gateway gave ${sorted(moved.refunded)}`);
  const due = cents(row.paid ?? 0);
  if (due > 0 && moved.taken.filter((each) => each === due).length !== 1) wrong.push(`${due} cents were to be paid once, and the gateway took ${sorted(moved.taken)}`);
  return wrong;
}

/** What the emails of an order have to be, by their subjects and what the customer did. */
const TOLD = [
  ['Welcome to Stylebox', ({ email }) => email],
  ['Your Stylebox is ordered', ({ order }) => order],
  ['Your Stylebox receipt', ({ invoice }) => invoice],
];

/** The emails to a customer that were sent twice, or never. */
export function wrongEmails(row, emails) {
  const mine = emails.filter(({ to }) => to === row.email);
  const count = new Map();
  for (const { subject } of mine) count.set(subject, (count.get(subject) ?? 0) + 1);
  const twice = [...count].filter(([, number]) => number > 1).map(([subject, number]) => `"${subject}" was sent ${number} times`);
  const never = TOLD.filter(([subject, isDue]) => isDue(row) && !count.has(subject)).map(([subject]) => `"${subject}" was never sent`);
  return [...twice, ...never];
}

/** The emails on a page of `/dev/outbox`: `{id, to, subject}`. */
export function emailsOn(page) {
  const parts = page.split('<details').slice(1);
  const all = parts.map((part) => {
    const [, subject, to] = /class="subject">(.*?)<\/h2>.*?class="to">To (.*?)</s.exec(part);
    // A text message has no page of its own, and no subject.
    const [, id] = /"\/dev\/outbox\/([^"]+)"/.exec(part) ?? [];
    return { id, to, subject };
  });
  return all.filter(({ id }) => id !== undefined);
}

/** The kinds of `ops attention` that may wait here: nothing is wrong with any card or parcel, so only what harm itself is named for. */
const MAY_WAIT = new Set(['clock', 'disk', 'jobs']);

export const unexpected = ({ waiting, unread }) => [...waiting.filter(({ kind }) => !MAY_WAIT.has(kind)), ...unread];
