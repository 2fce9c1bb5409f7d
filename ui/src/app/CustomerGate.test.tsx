import { screen, waitFor } from '@testing-library/react';
import { accountQuery } from '~/api/account/record';
import { statusQuery } from '~/api/status';
import { ann } from '~test/accounts';
import { openPage } from '~test/openPage';
import { locations, questionnaireOf } from '~test/quiz';
import { holdSession, serve, statusOf } from '~test/server';

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

test.each([
  ['the account', 'GET /account', accountQuery],
  ['the clock', 'GET /status', statusQuery],
])('an open screen stays, with what is typed there, if %s cannot be loaded again', async (_, call, { queryKey }) => {
  holdSession();
  let fails = false;
  const answers = { 'GET /account': ann, 'GET /status': statusOf() } as Record<string, unknown>;
  const server = serve({
    'GET /account': { body: ann },
    [call]: () => (fails ? { status: 500, body: { errors: {} } } : { body: answers[call] }),
    'GET /account/devices': { body: { devices: [] } },
    'GET /locations': { body: { locations } },
    'GET /questionnaire': { body: questionnaireOf({}) },
  });
  const { client, user } = openPage('/account/management');
  const password = await openPassword(user);
  await user.type(password, 'Typed-1');
  fails = true;
  const asked = server.to(call).length;
  await client.invalidateQueries({ queryKey });
  expect(server.to(call).length).toBeGreaterThan(asked);
  // The failure has reached the page.
  expect(await screen.findByText('An unexpected error occurred')).toBeVisible();
  expect(screen.queryByText('We can’t reach your account right now')).toBeNull();
  // The same element: the screen was not mounted again.
  expect(password).toBeVisible();
  expect(password).toHaveValue('Typed-1');
});

async function openPassword(user: ReturnType<typeof openPage>['user']) {
  await user.click(await screen.findByRole('button', { name: 'Change password' }));
  return screen.findByLabelText('Current password');
}

test('an unknown path shows the dashboard', async () => {
  holdSession();
  serve({ 'GET /account': { body: ann }, 'GET /orders': { body: { orders: [] } } });
  openPage('/no/such/screen');
  expect(await screen.findByRole('heading', { level: 1, name: /Ann/ })).toBeVisible();
});
