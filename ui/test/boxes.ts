import type { Account } from '~/api/schema.gen';
import type { LineItem, Order } from '~/api/order/orders';
import type { Invoice } from '~/features/checkout/purchase/api';
import { ann } from './accounts';

/** A customer whose box was delivered. */
export const dana: Account = {
  ...ann,
  id: '0199a000-0000-7000-8000-000000000002',
  email: 'dana@example.com',
  first_name: 'Dana',
  subscription_type: 'subscription_60_day',
  cc_expiration: '12/28',
  payment_needed: false,
  celerant_id: '1001',
  registration_shipping_address_complete: true,
  style_profile_complete: true,
  subscription_type_selected: true,
  billing_info_complete: true,
  shipping_addresses: [
    {
      id: 'a1',
      name: 'Dana Lee',
      phone: '6125550100',
      is_primary: true,
      shipping_line_1: '118 Nicollet Mall',
      shipping_line_2: null,
      shipping_city: 'Minneapolis',
      shipping_state: 'MN',
      shipping_postal_code: '55401',
      shipping_phone: '6125550100',
      suggestion: null,
      undeliverable: false,
    },
  ],
};

const item = (id: string, description: string, price: string): LineItem => ({
  id,
  description,
  brand: 'Marlowe',
  color: 'Green',
  size: 'M',
  image_url: '/api/product_images/P001',
  retail_price: price,
  original_price: price,
  claimed_kept: null,
  exchange_size: null,
  customer_feedback: null,
  paid_for: false,
  received: false,
  written_off: null,
});

export const sweater = item('l1', 'Sweater', '89.00');
export const skirt = item('l2', 'Skirt', '98.00');
export const shirt = item('l3', 'Shirt', '69.00');
export const jeans = item('l4', 'Jeans', '108.00');

/** A box of four garments in two outfits, the day after its delivery. The skirt is in both outfits. */
export const box = (change: Partial<Order> = {}): Order => ({
  id: 'o1',
  code: 'SB-1',
  status: 'delivered_to_customer',
  subscription_type: 'subscription_60_day',
  customer_pick_up: false,
  ship_by_date: '2026-11-19',
  expected_delivery_date: '2026-11-19',
  delivery_date: '2026-11-19',
  checkout_by_date: '2026-11-24',
  extended: false,
  assigned_location_id: null,
  assigned_location: null,
  outgoing_shipment: { tracking_code: '94001', tracking_page: 'https://carrier.example/94001', parcel: null },
  return_shipment: null,
  invoices: [{ id: 'i1', invoice_type: 'customer', status: 'open' }],
  has_paid_invoice: false,
  outfits: [
    { id: 'f1', title: 'Gallery Saturday', stylist_note: 'Half-tuck the knit.', line_items: [sweater, skirt] },
    { id: 'f2', title: 'Sunday, slowly', stylist_note: '', line_items: [skirt, shirt, jeans] },
  ],
  line_items: [sweater, skirt, shirt, jeans],
  stylist_note: 'Try the skirt first.',
  coupon: 'Hello25',
  themebox_sign_up: false,
  themebox: null,
  themebox_description: null,
  on_demand_customer_msg: null,
  blog_interest: null,
  phone: null,
  shipping_address_id: 'a1',
  shipping_address: dana.shipping_addresses[0] ?? null,
  payment: null,
  delay: null,
  suggested_items: [],
  order_review: null,
  review_rating: null,
  review_invitation: null,
  next_charge: null,
  created_at: '2026-11-12T15:00:00Z',
  ...change,
});

/** The same box with all four garments kept. */
export const keptBox = (change: Partial<Order> = {}): Order =>
  box({ line_items: box().line_items.map((line) => ({ ...line, claimed_kept: true })), ...change });

/** The box's invoice before anything is decided: $25 off, 6.875% tax, and the styling fee of $1 to be credited. */
export const openInvoice = (change: Partial<Invoice> = {}): Invoice => ({
  id: 'i1',
  order_id: 'o1',
  invoice_type: 'customer',
  status: 'open',
  original_subtotal: '0.00',
  multi_item_discount: '0.00',
  discount_amount: '0.00',
  totalBeforeTax: '0.00',
  tax: '0.00',
  tax_total: '0.00',
  tax_rate: '0.06875',
  tax_rate_is_estimate: false,
  precheckout_tax_estimate: '0.00',
  precheckout_ship_tax2_amount_estimate: '0.00',
  totalWithTax: '0.00',
  total: '0.00',
  credit_available: '1.00',
  credit_amount: '0.00',
  totalGiftCardAmountUsed: '0.00',
  gift_card_amount_due: '0.00',
  forgiven: '0.00',
  totalDue: '0.00',
  fourItems: false,
  undecided: 4,
  coupon: { code: 'Hello25', kind: 'amount_off', value: '25.00' },
  ended_coupon: null,
  gift_card: null,
  invoice_line_items: box().line_items.map(({ id, retail_price }) => ({
    line_item_id: id,
    price: retail_price,
    claimed_kept: null,
    exchange_size: null,
  })),
  bank_url: null,
  confirm_in_page: false,
  declined: null,
  ...change,
});

/** The invoice of the box with all four kept: 364.00 − 36.40 − 25.00 = 302.60, tax 20.80, less 1.00. */
export const fullInvoice = (change: Partial<Invoice> = {}): Invoice =>
  openInvoice({
    original_subtotal: '364.00',
    multi_item_discount: '36.40',
    discount_amount: '25.00',
    totalBeforeTax: '302.60',
    tax: '20.80',
    tax_total: '20.80',
    totalWithTax: '323.40',
    total: '323.40',
    credit_amount: '1.00',
    totalDue: '322.40',
    fourItems: true,
    undecided: 0,
    invoice_line_items: openInvoice().invoice_line_items.map((line) => ({ ...line, claimed_kept: true })),
    ...change,
  });
