import { screen, within } from '@testing-library/react';
import { messagesText } from '~/core';
import { dana } from '~test/boxes';
import { openPage } from '~test/openPage';
import { done } from '~test/ordering';
import { holdSession, serve, statusOf } from '~test/server';

beforeEach(holdSession);

function open(path: string, email_bounced: boolean) {
  serve({
    'GET /status': { body: statusOf() },
    'GET /account': { body: { ...dana, email_bounced } },
    'GET /account/devices': { body: { devices: [] } },
    'GET /locations': { body: { locations: [] } },
    'GET /orders': { body: { orders: [done] } },
    'GET /credit_card': { status: 404, body: null },
  });
  openPage(path);
}

const notice = () => screen.findByRole('region', { name: 'Your email address' });

test('a customer whose emails bounce reads which address they went to, and is led to the form', async () => {
  open('/orderhistory', true);
  const said = within(await notice());
  expect(said.getByText(new RegExp(messagesText('email_bounced')))).toHaveTextContent(dana.email);
  expect(said.getByText(messagesText('email_bounced_but_right'))).toBeVisible();
  const link = said.getByRole('link', { name: 'Check my email address' });
  expect(link).toHaveAttribute('href', '/members/account/management');
});

test('the screen with the form has no link to it', async () => {
  open('/account/management', true);
  expect(within(await notice()).queryByRole('link')).toBeNull();
});

test('a customer whose emails arrive sees no notice', async () => {
  open('/orderhistory', false);
  await screen.findByRole('heading', { level: 1 });
  expect(screen.queryByRole('region', { name: 'Your email address' })).toBeNull();
});
