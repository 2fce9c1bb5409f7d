import { screen, waitFor } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { ann } from '~test/accounts';
import { openPage } from '~test/openPage';
import { holdSession, serve, statusOf } from '~test/server';

async function signIn(user: UserEvent): Promise<void> {
  await user.type(await screen.findByLabelText('Email'), 'ann@example.com');
  await user.type(screen.getByLabelText('Password'), 'Stylebox#2026');
  await user.click(await screen.findByRole('checkbox', { name: /robot/ }));
  await user.click(screen.getByRole('button', { name: 'Sign In' }));
}

const welcomed = { 'POST /sessions': { body: ann }, 'GET /account': { body: ann } };

test('signing in leads to the dashboard', async () => {
  const { to } = serve(welcomed);
  const { user, path } = openPage('/login');
  await signIn(user);
  await waitFor(() => expect(path()).toBe('/dashboard'));
  expect(to('POST /sessions')[0]?.body).toEqual({
    customer: { email: 'ann@example.com', password: 'Stylebox#2026', recaptchaToken: 'passed' },
  });
});

test('signing in leads back to the path that the customer wanted, once', async () => {
  sessionStorage.setItem('stylebox.redirectTo', '/orderhistory?page=2');
  serve(welcomed);
  const { user, path } = openPage('/login');
  await signIn(user);
  await waitFor(() => expect(path()).toBe('/orderhistory?page=2'));
  expect(sessionStorage.getItem('stylebox.redirectTo')).toBeNull();
});

test.each([
  ['/login?payment=true', '/change/payment'],
  ['/login?themebox=weekend', '/customize/order/order'],
])('%s leads to %s', async (from, to) => {
  serve(welcomed);
  const { user, path } = openPage(from);
  await signIn(user);
  await waitFor(() => expect(path()).toBe(to));
});

test('a wrong password says so, what was typed stays, and the human check starts again', async () => {
  serve({ 'POST /sessions': { status: 401, body: { errors: { credentials_invalid: 'x' } } } });
  const { user, path } = openPage('/login');
  await signIn(user);
  expect(await screen.findByText('Invalid username or password')).toBeVisible();
  expect(screen.getByLabelText('Email')).toHaveValue('ann@example.com');
  expect(screen.getByLabelText('Password')).toHaveValue('Stylebox#2026');
  expect(await screen.findByRole('checkbox', { name: /robot/ })).not.toBeChecked();
  expect(path()).toBe('/login');
});

test('an invalid form is not sent', async () => {
  const { to } = serve(welcomed);
  const { user } = openPage('/login');
  await user.click(await screen.findByRole('button', { name: 'Sign In' }));
  expect(await screen.findByRole('group', { name: '3 things to look at again' })).toHaveFocus();
  expect(to('POST /sessions')).toHaveLength(0);
});

test('the demo customers are listed in demo mode only', async () => {
  const dana = { email: 'dana@example.com', password: 'Stylebox#2026', about: 'Her box was delivered today.' };
  serve({ 'GET /status': { body: statusOf({ demo: { customers: [dana] } }) } });
  const { user, unmount } = openPage('/login');
  await user.click(await screen.findByRole('button', { name: 'Fill in dana@example.com' }));
  expect(screen.getByLabelText('Email')).toHaveValue('dana@example.com');
  expect(screen.getByLabelText('Password')).toHaveValue('Stylebox#2026');
  unmount();

  serve({});
  openPage('/login');
  expect(await screen.findByLabelText('Email')).toHaveValue('');
  expect(screen.queryByText('dana@example.com')).not.toBeInTheDocument();
});

test('signing out leads to sign-in at once and ends the session', async () => {
  holdSession();
  sessionStorage.setItem('stylebox.selectedDate', '2026-12-01');
  const { to } = serve({ 'GET /account': { body: ann }, 'DELETE /sessions': { status: 204 } });
  const { user, path } = openPage('/dashboard');
  await user.click(await screen.findByRole('button', { name: 'Sign out' }));
  expect(await screen.findByRole('heading', { level: 1, name: 'Welcome back' })).toBeVisible();
  expect(path()).toBe('/login');
  await waitFor(() => expect(to('DELETE /sessions')).toHaveLength(1));
  expect(sessionStorage.getItem('stylebox.redirectTo')).toBeNull();
  expect(sessionStorage.getItem('stylebox.selectedDate')).toBeNull();
});
