// The double of the payment gateway, which outlives every server: cards from it, and what it took and gave back.
const SECRET = 'sk_test_double';
const PUBLISHABLE = 'pk_test_double';

/** The settings of a server that charges by the double. */
export const settingsOf = (url) => ({
  STYLEBOX_PAYMENT: 'stripe',
  STYLEBOX_STRIPE_URL: url,
  STYLEBOX_STRIPE_SECRET_KEY: SECRET,
  STYLEBOX_STRIPE_PUBLISHABLE_KEY: PUBLISHABLE,
  STYLEBOX_STRIPE_WEBHOOK_SECRET: 'whsec_double',
});

/** The number of a card that is always accepted. */
export const ACCEPTED = '4242424242424242';

/** A card as the gateway's own fields in the browser make it. */
export async function newPaymentMethod(url, number = ACCEPTED) {
  const body = new URLSearchParams({ type: 'card', 'card[number]': number, 'card[exp_month]': '12', 'card[exp_year]': '34', 'card[cvc]': '123' });
  const answer = await fetch(`${url}/v1/payment_methods`, { method: 'POST', headers: { authorization: `Bearer ${PUBLISHABLE}`, 'content-type': 'application/x-www-form-urlencoded' }, body: String(body) });
  return (await answer.json()).id;
}

const asShop = { authorization: `Bearer ${SECRET}`, 'stripe-version': '2025-01-01' };

/** Whether the gateway still lets the shop charge a card. */
export async function knowsCard(url, paymentMethod) {
  const { customer } = await (await fetch(`${url}/v1/payment_methods/${paymentMethod}`, { headers: asShop })).json();
  return Boolean(customer);
}

async function all(url, kind) {
  const found = [];
  for (let after = ''; ; after = `&starting_after=${found.at(-1).id}`) {
    const { data, has_more: hasMore } = await (await fetch(`${url}/v1/${kind}?limit=100${after}`, { headers: asShop })).json();
    found.push(...data);
    if (!hasMore) return found;
  }
}

/**
 * The cents that the gateway took and gave back, and the cards that it took them from, by order: `{taken: [..], refunded: [..], cards: [..]}`. A charge of an old release does not say its order:
 * `attempts` has the order of each attempt to charge.
 */
export async function movedBy(url, attempts = new Map()) {
  const moved = new Map();
  const orderOf = new Map();
  const of = (order) => moved.get(order) ?? moved.set(order, { taken: [], refunded: [], cards: [] }).get(order);
  for (const { id, status, amount_received: cents, metadata, payment_method: card } of await all(url, 'payment_intents')) {
    const order = metadata.order ?? attempts.get(metadata.attempt);
    orderOf.set(id, order);
    // A charge that was not made yet is entered with its order alone.
    const { taken, cards } = of(order);
    if (status !== 'succeeded') continue;
    taken.push(cents);
    cards.push(card);
  }
  for (const { payment_intent: intent, amount, status } of await all(url, 'refunds')) if (status === 'succeeded') of(orderOf.get(intent)).refunded.push(amount);
  return moved;
}
