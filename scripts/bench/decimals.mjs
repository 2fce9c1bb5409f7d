// The total due, in decimal.js.
import { Decimal } from 'decimal.js';

/** `invoice.total_due`. */
export function totalDue(charges) {
  const subtotal = new Decimal(charges.subtotal);
  const fourItems = charges.kept_or_exchanged >= 4;
  const multiItemDiscount = fourItems ? subtotal.times('0.1').toDecimalPlaces(2, Decimal.ROUND_HALF_UP) : new Decimal(0);
  const totalBeforeTax = Decimal.max(0, subtotal.minus(multiItemDiscount).minus(charges.discount));
  const totalWithTax = totalBeforeTax.plus(charges.tax).plus(charges.shipping_tax);
  const creditUsed = Decimal.min(charges.credit, totalWithTax);
  const afterCredit = totalWithTax.minus(creditUsed);
  const giftCardUsed = Decimal.min(charges.gift_card_balance, afterCredit);
  return {
    four_items: fourItems,
    multi_item_discount: multiItemDiscount.toFixed(2),
    total_before_tax: totalBeforeTax.toFixed(2),
    total_with_tax: totalWithTax.toFixed(2),
    credit_used: creditUsed.toFixed(2),
    gift_card_used: giftCardUsed.toFixed(2),
    total_due: afterCredit.minus(giftCardUsed).toFixed(2),
  };
}
