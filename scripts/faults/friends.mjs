// Customers with a box at home who check out at the same moment as another one, with what they share: a gift card that seldom covers both,
// and a coupon that only one of them can use.
import { until } from '../lib/until.mjs';

/** How long a customer waits for another one. */
const WAIT_MS = 15_000;
/** What they may share. */
const KINDS = [['coupon'], ['gift card'], ['coupon', 'gift card']];
/** The dollars on a gift card: for less than a box, for about one, and for more. */
const BALANCES = ['25.00', '60.00', '110.00'];
/** How often the coupon can be used. */
export const USES = 1;

/** How often each coupon was used, of what `ops coupon list` prints. */
export const usesIn = (printed) =>
  new Map(printed.trim().split('\n').slice(1).map((line) => [line.split(' ')[0], Number(/(\d+)(?: of \d+)?\s*$/.exec(line)?.[1])]));

/** A moment at which `number` people go on: `come` waits until all have come or have given up. */
export function momentFor(number) {
  let [missing, goOn] = [number, null];
  const promise = new Promise((resolve) => (goOn = resolve));
  const giveUp = () => (missing -= 1) <= 0 && goOn();
  const come = () => {
    giveUp();
    return promise;
  };
  return { come, giveUp };
}

/** Where customers wait for another one. `meet` returns the pair that a row of the ledger is of, or null if nobody comes for a while. */
export function meetingPlace() {
  const pairs = [];
  let waiting = null;
  const meet = (row) => {
    if (waiting) {
      const first = waiting;
      waiting = null;
      clearTimeout(first.timer);
      const pair = { number: pairs.length + 1, rows: [first.row, row], moment: momentFor(2) };
      pairs.push(pair);
      first.found(pair);
      return pair;
    }
    return new Promise((found) => {
      const giveUp = () => {
        waiting = null;
        found(null);
      };
      waiting = { row, found, timer: setTimeout(giveUp, WAIT_MS) };
    });
  };
  return { pairs, meet };
}

/** Issues what a pair shares. */
async function issue(shop, { chance, staff }, pair) {
  const kinds = chance.pick(KINDS);
  if (kinds.includes('coupon')) {
    const coupon = `PAIR${pair.number}`;
    const isListed = () => shop.ops('coupon', 'list').then(({ stdout }) => usesIn(stdout).has(coupon), () => false);
    await staff(['coupon', 'issue', coupon, '--off', '7.00', '--uses', String(USES)], isListed);
    pair.coupon = coupon;
  }
  if (kinds.includes('gift card')) {
    const balance = chance.pick(BALANCES);
    // If it is issued and not printed, it is nobody's, and another one is issued.
    pair.giftCard = /(?:\d{4} )+\d{4}/.exec(await staff(['gift-card', 'issue', balance], () => null))[0];
    pair.balance = balance;
  }
}

/** Types what the pair of a customer shares. The first one who comes here has it issued. */
export async function putShared(shop, person, row, pair, invoice) {
  const { call, act } = person;
  await (pair.issued ??= issue(shop, person, pair));
  const { coupon, giftCard, balance } = pair;
  row.shares = { pair: pair.number, coupon, giftCard, balance };
  const at = `/invoices/${invoice.id}`;
  const read = () => call('POST', `/orders/${row.order}/invoices`);
  if (coupon) {
    await act(['POST', `${at}/coupons`, { code: coupon }], async () => (await read()).coupon?.code === coupon);
    row.coupon = coupon;
  }
  if (giftCard) await act(['POST', `${at}/gift_cards`, { code: giftCard }], async () => (await read()).gift_card);
  shop.made('checkouts at the same moment as another one');
}

/** Sends a checkout twice at the same moment, to both servers if there are two. Returns how both sendings ended, which has to be alike. */
async function payTwice({ ask, chance }, row, { id, totalDue, totalGiftCardAmountUsed }) {
  const seen = { expected_total_due: totalDue, expected_gift_card_amount: totalGiftCardAmountUsed };
  const key = `kills-${id}-${row.refused?.length ?? 0}`;
  const pay = async (place, ownKey) => {
    let end;
    // While the gateway's answer is missing, the checkout is under way.
    await until(() => `the checkout of ${row.code} is ${end.body?.status}`, async () => {
      end = await ask(['POST', `/invoices/${id}/checkout`, seen, ownKey, place], () => false);
      return end.refusal || end.body.status === 'paid';
    });
    return end;
  };
  const [one, other] = await Promise.all([pay(0, key), pay(1, chance.isOneIn(3) ? `${key}-again` : key)]);
  const told = ({ refusal, body }) => (refusal ? 'refused' : `paid with ${body.totalDue}, coupon ${body.coupon?.code}, gift card ${body.totalGiftCardAmountUsed}`);
  if (told(one) !== told(other)) throw new Error(`Two calls of one checkout, of ${row.code}, ended differently: ${told(one)}, and ${told(other)}.`);
  return one;
}

/** Takes off what a customer shares, or keeps what is left of it. */
async function goOn({ call, chance }, row, { id }) {
  if (chance.isOneIn(2)) return;
  const { coupon, giftCard } = row.shares;
  if (coupon) await call('DELETE', `/invoices/${id}/coupons`);
  if (giftCard) await call('DELETE', `/invoices/${id}/gift_cards`);
  row.without = true;
}

/**
 * Pays for a box, at the moment of the other one of the pair. Whoever is refused notes why, and what was left; and pays then, without
 * what they share or with the rest of it.
 */
export async function payAtOnce(shop, person, row, pair) {
  const read = () => person.call('POST', `/orders/${row.order}/invoices`);
  let invoice = await read();
  await pair?.moment.come();
  for (;;) {
    const { refusal } = await payTwice(person, row, invoice);
    if (!refusal) break;
    // Each of the two shared things can be gone once.
    if (!row.shares || row.refused?.length === 2) throw refusal;
    const now = await read();
    (row.refused ??= []).push({ why: refusal.why, ended: now.ended_coupon, left: now.gift_card?.AVAILABLE });
    await goOn(person, row, now);
    invoice = await read();
    row.coupon = invoice.coupon?.code;
    shop.made('checkouts refused at first');
  }
  Object.assign(row, { invoice: invoice.id, paid: invoice.totalDue, gift: invoice.totalGiftCardAmountUsed });
  shop.made('checkouts');
}
