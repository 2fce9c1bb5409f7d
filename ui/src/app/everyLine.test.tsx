import { screen, waitFor } from '@testing-library/react';
import { box, dana, fullInvoice } from '~test/boxes';
import { openConfirmation } from '~test/checkout';
import { openPage } from '~test/openPage';
import { newBox, send } from '~test/orderForm';
import { done, serveOrdering } from '~test/ordering';
import { holdSession, serve } from '~test/server';

beforeEach(holdSession);

const addresses = dana.shipping_addresses.map((address) => ({ ...address, shipping_line_2: 'Apt 4' }));
const [home] = addresses;
const order = { shipping_address: home ?? null };

/** How often the screen names the house number, and how often without the apartment. */
function named() {
  const text = document.body.textContent ?? '';
  return {
    all: text.match(/118 Nicollet Mall/g)?.length ?? 0,
    cut: text.match(/118 Nicollet Mall(?!(, )?Apt 4(, )?Minneapolis, MN 55401)/g)?.length ?? 0,
  };
}

test('the form of an order and its summary name the apartment', async () => {
  serveOrdering({ account: { shipping_addresses: addresses } });
  openPage(newBox);
  await send();
  await waitFor(() => expect(named()).toEqual({ all: 2, cut: 0 }));
});

test('the summary of a theme box names the apartment', async () => {
  serveOrdering({ account: { shipping_addresses: addresses } });
  const { user } = openPage('/order-theme-box');
  await user.click(await screen.findByRole('radio', { name: /^Cold Snap/ }));
  await screen.findByText(/^Arrives on/);
  expect(named()).toEqual({ all: 1, cut: 0 });
});

test('the address of an exchange names the apartment', async () => {
  const invoice = fullInvoice();
  const lines = invoice.invoice_line_items.map((line) => ({ ...line, exchange_size: 'L' }));
  await openConfirmation({
    'GET /orders': {
      body: {
        orders: [box({ ...order, line_items: box().line_items.map((line) => ({ ...line, claimed_kept: true })) })],
      },
    },
    'GET /orders/o1/invoices/current': { body: { ...invoice, invoice_line_items: lines } },
  });
  await screen.findByRole('region', { name: 'Your new size goes to' });
  expect(named()).toEqual({ all: 1, cut: 0 });
});

test('the notice of an undeliverable address names the apartment', async () => {
  serve({
    'GET /account': {
      body: { ...dana, shipping_addresses: addresses.map((one) => ({ ...one, undeliverable: true })) },
    },
    'GET /orders': { body: { orders: [done] } },
  });
  openPage('/orderhistory');
  await screen.findByRole('region', { name: 'Your address' });
  expect(named()).toEqual({ all: 1, cut: 0 });
});

test('the account’s other addresses and the names of their buttons have the apartment', async () => {
  const others = addresses.map((one) => ({ ...one, is_primary: false }));
  const main = addresses.map((one) => ({ ...one, id: 'a2', shipping_line_1: '4 Pine Road' }));
  serve({
    'GET /account': { body: { ...dana, shipping_addresses: [...main, ...others] } },
    'GET /account/devices': { body: { devices: [] } },
    'GET /locations': { body: { locations: [] } },
    'GET /orders': { body: { orders: [done] } },
    'GET /credit_card': { status: 404, body: null },
  });
  openPage('/account/management');
  await screen.findByRole('list', { name: 'Other addresses' });
  expect(named()).toEqual({ all: 1, cut: 0 });
  const line = '118 Nicollet Mall, Apt 4, Minneapolis, MN 55401';
  for (const name of [`Make this my main address: ${line}`, `Delete ${line}`]) {
    expect(screen.getByRole('button', { name })).toBeVisible();
  }
});

test('the confirmation of the first order names the apartment', async () => {
  serve({
    'GET /account': { body: dana },
    'GET /orders': { body: { orders: [box({ ...order, status: 'created' })] } },
    'GET /current_themeboxes': { body: { results: [] } },
  });
  openPage('/account/confirmation', { prevPath: '/payment/billing', done: 'order' });
  await screen.findByRole('heading', { name: 'Thank you!' });
  await waitFor(() => expect(named()).toEqual({ all: 1, cut: 0 }));
});
