import { screen, waitFor } from '@testing-library/react';
import { ann } from '~test/accounts';
import { openPage } from '~test/openPage';
import { holdSession, serve } from '~test/server';

test('a customer without a session is sent to sign-in, and the screen is remembered', async () => {
  const { to } = serve({
    'GET /account': { status: 401, body: { errors: { not_authorized: 'Not authorized to perform this action' } } },
  });
  const { path } = openPage('/dashboard?from=mail');

  await waitFor(() => expect(path()).toBe('/login'));
  expect(sessionStorage.getItem('stylebox.redirectTo')).toBe('/dashboard?from=mail');
  expect(to('GET /account')).toHaveLength(1);
  expect(screen.queryByText('Not authorized to perform this action')).not.toBeInTheDocument();
});

test('a customer with a session sees the members’ area', async () => {
  holdSession();
  serve({ 'GET /account': { body: ann }, 'GET /orders': { body: { orders: [] } } });
  openPage('/dashboard');
  expect(await screen.findByRole('heading', { level: 1, name: /Ann/ })).toBeVisible();
});

test('an unknown path shows the dashboard', async () => {
  holdSession();
  serve({ 'GET /account': { body: ann }, 'GET /orders': { body: { orders: [] } } });
  openPage('/no/such/screen');
  expect(await screen.findByRole('heading', { level: 1, name: /Ann/ })).toBeVisible();
});
