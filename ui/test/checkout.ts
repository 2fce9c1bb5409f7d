import { screen } from '@testing-library/react';
import { fullInvoice, dana, keptBox } from './boxes';
import { openPage } from './openPage';
import { cardOnFile } from './ordering';
import { type Call, serve } from './server';

/** A box that is checked out. */
export const paidBox = keptBox({ status: 'checked_out_by_customer', has_paid_invoice: true });
/** The server's answers to the calls of the confirmation. */
export const handlers = (more: Parameters<typeof serve>[0]): Parameters<typeof serve>[0] => ({
  'GET /account': { body: dana },
  'GET /orders': { body: { orders: [keptBox()] } },
  'GET /orders/o1/invoices/current': { body: fullInvoice() },
  'GET /credit_card': { body: cardOnFile() },
  'POST /address_checks': { body: { suggestion: null } },
  ...more,
});

/** Opens the confirmation. */
export async function openConfirmation(more: Parameters<typeof serve>[0] = {}) {
  const server = serve(handlers(more));
  const page = openPage('/checkout/confirmation');
  await screen.findByText('Total due');
  return { ...server, ...page };
}

export const buy = () => screen.getByRole('button', { name: 'Complete Purchase' });
export const checkouts = 'POST /invoices/i1/checkout';
export const key = (call: Call | undefined) => call?.headers.get('Idempotency-Key');
/** The amount of a row of the invoice. */
export const row = (label: string) => screen.getByText(label, { selector: 'dt' }).nextSibling?.textContent;
