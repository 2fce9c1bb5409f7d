// A customer saves a card, and replaces it by another one before they order, or at the moment at which they order.
import { cardForm, signUpForm } from '../lib/customer.mjs';
import { ACCEPTED, newPaymentMethod } from './gateway.mjs';

/** The number of another card that is always accepted. */
const OTHER = '5555555555554444';

/** The form of a sign-up with a payment method instead of a typed card. */
export function signUpWith(person, paymentMethod) {
  const { card_info: _, ...form } = signUpForm(person);
  return { ...form, payment_method: paymentMethod };
}

/** Saves a card of a customer who has not answered the quiz, and so has not ordered yet. Returns its token. */
export async function saveFirst(shop, person) {
  const card = await newPaymentMethod(shop.gateway);
  await person.act(['POST', '/credit_cards', signUpWith(person, card)], () => isOnFile(person, ACCEPTED));
  return card;
}

/** Whether the card with this number is on file. */
async function isOnFile({ ask }, number) {
  const { body } = await ask(['GET', '/credit_card'], () => false);
  return body?.data.card_info.last_four === number.slice(-4);
}

/** Replaces the card on file. Returns the token of the other one; null if it is refused, because the first box is ordered already. */
async function replace(shop, person) {
  const card = await newPaymentMethod(shop.gateway, OTHER);
  const body = { cardholder: cardForm(person).cardholder, payment_method: card, order_first_box: false };
  const { refusal } = await person.ask(['PATCH', '/credit_cards', body], () => isOnFile(person, OTHER));
  if (refusal && refusal.why[0] !== 'card_in_use') throw refusal;
  return refusal ? null : card;
}

/**
 * Replaces the card `first`, and orders by `order`: afterwards or at the same moment. If the card was replaced, that was before the order,
 * because it may not be replaced while a first box is under way. So the row has the card that the order has to be charged to.
 */
export async function replaceAndOrder(shop, person, row, { first, order }) {
  if (person.chance.isOneIn(3)) {
    row.card = await replace(shop, person);
    await order();
  } else {
    const [other] = await Promise.all([replace(shop, person), order()]);
    row.card = other ?? first;
  }
  if (row.card !== first) row.replacedCard = first;
  shop.made(row.card === first ? 'cards that could not be replaced any more' : 'cards replaced');
}
