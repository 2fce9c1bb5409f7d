import { screen, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import type { LineItem } from '~/api/order/orders';
import type { Update } from '~/api/schema.gen';
import { box, dana, openInvoice } from './boxes';
import { openPage } from './openPage';
import { type Call, serve } from './server';

export function handlers(order = box(), more: Parameters<typeof serve>[0] = {}): Parameters<typeof serve>[0] {
  return {
    'GET /account': { body: dana },
    'GET /orders': { body: { orders: [order] } },
    'GET /orders/o1/invoices/current': { body: openInvoice() },
    'PATCH /orders/o1': { body: order },
    ...more,
  };
}

export async function openReview(order = box(), more: Parameters<typeof serve>[0] = {}) {
  const server = serve(handlers(order, more));
  const page = openPage('/checkout/review');
  await screen.findByRole('radiogroup', { name: 'Your choice for Sweater' });
  return { ...server, ...page };
}

export const choice = (item: string, action: string) =>
  within(screen.getByRole('radiogroup', { name: `Your choice for ${item}` })).getByRole('radio', { name: action });

/** Makes a choice and closes its dialog. */
export async function choose(user: UserEvent, item: string, action: string) {
  await user.click(choice(item, action));
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Close' }));
}

export const total = () => within(screen.getByRole('region', { name: 'Your total' }));
export const row = (label: string) => total().getByText(label).nextSibling?.textContent;
export const sent = (call: Call | undefined) => (call?.body as Update | undefined)?.order.line_items_attributes ?? [];

/** The box with a change of the sweater. */
export function boxWith(change: Partial<LineItem>) {
  const [sweater, ...others] = box().line_items;
  if (!sweater) throw new Error('A box has items.');
  return box({ line_items: [{ ...sweater, ...change }, ...others] });
}

export const group = (item: string) => screen.getByRole('radiogroup', { name: `Your choice for ${item}` });
export const sizes = 'GET /invoices/available_exchange_sizes/l1';
export const soldOut = 'This size has just sold out. Please choose another one.';
