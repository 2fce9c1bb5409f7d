import { screen, within } from '@testing-library/react';
import { messagesText } from '~/core';
import { dana } from '~test/boxes';
import { openPage } from '~test/openPage';
import { done } from '~test/ordering';
import { holdSession, serve, statusOf } from '~test/server';

beforeEach(holdSession);

function open(path: string, undeliverable: boolean) {
  const [address] = dana.shipping_addresses;
  const elsewhere = { ...address, id: 'a2', is_primary: false, shipping_line_1: '99 Unknown Street', undeliverable };
  serve({
    'GET /status': { body: statusOf() },
    'GET /account': { body: { ...dana, shipping_addresses: [address, elsewhere] } },
    'GET /account/devices': { body: { devices: [] } },
    'GET /locations': { body: { locations: [] } },
    'GET /orders': { body: { orders: [done] } },
    'GET /credit_card': { status: 404, body: null },
  });
  openPage(path);
}

const notice = () => screen.findByRole('region', { name: 'Your address' });

test('a customer whose address is undeliverable reads which one it is, and is led to the form', async () => {
  open('/orderhistory', true);
  const said = within(await notice());
  expect(said.getByText(new RegExp(messagesText('address_undeliverable')))).toHaveTextContent(
    '99 Unknown Street, Minneapolis, MN 55401',
  );
  expect(said.getByText(messagesText('address_undeliverable_but_right'))).toBeVisible();
  const link = said.getByRole('link', { name: 'Check my address' });
  expect(link).toHaveAttribute('href', '/members/account/management');
});

test('the screen with the form has no link to it', async () => {
  open('/account/management', true);
  expect(within(await notice()).queryByRole('link')).toBeNull();
});

test('a customer with a deliverable address sees no notice', async () => {
  open('/orderhistory', false);
  await screen.findByRole('heading', { level: 1 });
  expect(screen.queryByRole('region', { name: 'Your address' })).toBeNull();
});
