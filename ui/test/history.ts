import { screen, within } from '@testing-library/react';
import type { Order } from '~/api/order/orders';
import type { NextBoxNote } from '~/api/schema.gen';
import { box, dana, jeans, shirt, skirt, sweater } from './boxes';
import { openPage } from './openPage';
import { type Handlers, serve } from './server';

export const noNote: NextBoxNote = { line_item_ids: [], note: null };

export function openHistory(path: string, handlers: Handlers) {
  const server = serve({ 'GET /account': { body: dana }, 'GET /account/next_box_note': { body: noNote }, ...handlers });
  return { ...server, ...openPage(path) };
}

export const main = () => within(screen.getByRole('main'));
export const heading = (name: string | RegExp) => screen.findByRole('heading', { level: 2, name });
export const headings = (level: number) =>
  main()
    .getAllByRole('heading', { level })
    .map(({ textContent }) => textContent);

/** A completed box: sweater and skirt were kept, the shirt was exchanged, the jeans were returned. */
export const completed = (change: Partial<Order> = {}): Order =>
  box({
    status: 'completed',
    has_paid_invoice: true,
    line_items: [
      { ...sweater, paid_for: true, claimed_kept: true },
      { ...skirt, paid_for: true, claimed_kept: true },
      { ...shirt, paid_for: true, claimed_kept: true, exchange_size: 'L', received: true },
      { ...jeans, paid_for: false, claimed_kept: false, received: true },
    ],
    ...change,
  });

export const cancelled = (change: Partial<Order> = {}): Order =>
  box({ status: 'cancelled', delivery_date: null, outgoing_shipment: null, line_items: [], outfits: [], ...change });

/** `count` orders, numbered from `from`. */
export const many = (count: number, from: number, make: (change: Partial<Order>) => Order) =>
  Array.from({ length: count }, (_, place) => make({ id: `o${from + place}`, code: `SB-${from + place}` }));

export const pages = (...lists: Order[][]): Handlers =>
  Object.fromEntries(
    lists.map((orders, page) => [
      `GET /orders/all?limit=10&offset=${page * 10}&sort=delivery_date&order=desc`,
      { body: { orders } },
    ]),
  );
