// What a customer of the fuzzed server does, and the ids that a customer has.
import { caller } from '../lib/customer.mjs';

/** Decides to keep the first item of each box and to return the others. */
export async function decideAll(url, session) {
  const call = caller(url, session);
  const { orders } = await call('GET', '/orders');
  for (const { id, line_items: items } of orders) {
    const decisions = items.map((item, place) => ({ id: item.id, claimed_kept: place === 0, exchange_size: null, customer_feedback: '' }));
    await call('PATCH', `/orders/${id}`, { order: { line_items_attributes: decisions } });
  }
}

/**
 * Real ids for parameters: with made-up ones every answer would be a 404. Each has the paths and the parameter that it is for.
 */
export async function valuesOf(url, session) {
  const call = caller(url, session);
  const { orders } = await call('GET', '/orders');
  const invoices = await Promise.all(orders.map(({ id }) => call('POST', `/orders/${id}/invoices`)));
  const { shipping_addresses: addresses } = await call('GET', '/account');
  const { locations } = await call('GET', '/locations');
  const ids = (things) => things.map(({ id }) => id);
  const items = ids(orders.flatMap(({ line_items: all }) => all));
  const given = [
    { name: 'orders', paths: '^/orders/\\{id\\}', parameter: 'path.id', values: ids(orders) },
    { name: 'invoices', paths: '^/invoices/\\{id\\}', parameter: 'path.id', values: ids(invoices) },
    { name: 'items', paths: '^/invoices/available_exchange_sizes/', parameter: 'path.line_item_id', values: items },
    { name: 'liked', paths: '^/account/next_box_note/', parameter: 'path.line_item_id', values: items },
    { name: 'decided', paths: '^/orders/\\{id\\}$', parameter: 'body.order.line_items_attributes[*].id', values: items },
    { name: 'totals', paths: '/checkout$', parameter: 'body.expected_total_due', values: invoices.map(({ totalDue }) => totalDue) },
    { name: 'coupons', paths: '/coupons$', parameter: 'body.code', values: ['Hello25', 'Referral20'] },
    { name: 'signup_codes', paths: '^/account/validate_signup_code/', parameter: 'path.code', values: ['Hello25'] },
    { name: 'gift_cards', paths: '/gift_cards$', parameter: 'body.code', values: ['6035 7100 2026 0050'] },
    { name: 'profiles', paths: '^/style_profiles/\\{id\\}', parameter: 'path.id', values: ['current'] },
    { name: 'pictures', paths: '^/product_images/', parameter: 'path.id', values: ['P001', 'P002'] },
    { name: 'rules', paths: '^/rules/', parameter: 'path.rule', values: ['login.validate', 'mask.zip', 'payment.validate', 'invoice.preview'] },
    { name: 'addresses', paths: '^/shipping_addresses/\\{id\\}', parameter: 'path.id', values: ids(addresses) },
    { name: 'postal_codes', paths: '^/postal_codes/', parameter: 'path.postal_code', values: ['55435', '10001-1234', '34002'] },
    { name: 'stores', paths: '^/locations/\\{id\\}', parameter: 'path.id', values: ids(locations) },
  ];
  return given.filter(({ values }) => values.length > 0);
}
