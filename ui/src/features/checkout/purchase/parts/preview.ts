import type { LineItem } from '~/api/order/orders';
import { invoicePreview, type Preview, type PreviewDecision } from '~/core';
import type { Invoice } from '../api';

/** Computes the total of the choices, with the same rule as the server's invoice. */
export function previewOf(items: readonly LineItem[], invoice: Invoice, decisions: PreviewDecision[]): Preview {
  const invoiced = new Map(invoice.invoice_line_items.map(({ line_item_id, price }) => [line_item_id, price]));
  return invoicePreview({
    lines: items.map(({ id, retail_price }) => ({ id, price: invoiced.get(id) ?? retail_price })),
    decisions,
    coupon: invoice.coupon && { kind: invoice.coupon.kind, value: invoice.coupon.value },
    tax_rate: invoice.tax_rate,
    shipping_tax: invoice.precheckout_ship_tax2_amount_estimate,
    credit: invoice.credit_available,
    gift_card_balance: invoice.gift_card?.AVAILABLE ?? '0.00',
  });
}
