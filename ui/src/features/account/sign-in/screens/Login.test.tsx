import { screen, waitFor } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { ann } from '~test/accounts';
import { enter } from '~test/enter';
import { openPage } from '~test/openPage';
import { holdSession, serve, statusOf } from '~test/server';
import { offered } from '~test/themeBoxes';

async function signIn(user: UserEvent): Promise<void> {
  await enter(user, await screen.findByLabelText('Email'), 'ann@example.com');
  await enter(user, screen.getByLabelText('Password'), 'Stylebox#2026');
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

test('signing in leads to the path that the customer wanted, once', async () => {
  sessionStorage.setItem('stylebox.redirectTo', '/orderhistory?page=2');
  serve(welcomed);
  const { user, path } = openPage('/login');
  await signIn(user);
  await waitFor(() => expect(path()).toBe('/orderhistory?page=2'));
  expect(sessionStorage.getItem('stylebox.redirectTo')).toBeNull();
});

test.each([
  ['/login?payment=true', '/change/payment'],
  ['/login?themebox=weekend_away', '/customize/order/order'],
  ['/login?themebox=', '/dashboard'],
  ['/login?themebox=no_such_box', '/dashboard'],
])('%s leads to %s', async (from, to) => {
  serve({ ...welcomed, 'GET /current_themeboxes': offered });
  const { user, path } = openPage(from);
  await signIn(user);
  await waitFor(() => expect(path()).toBe(to));
});

test('a theme box that the link names is shown, and stored for the order', async () => {
  serve({ ...welcomed, 'GET /current_themeboxes': offered });
  const { user, path } = openPage('/login?themebox=weekend_away');
  const chosen = await screen.findByRole('region', { name: 'Your theme box' });
  await waitFor(() => expect(chosen).toHaveTextContent('Weekend Away'));
  await signIn(user);
  await waitFor(() => expect(path()).toBe('/customize/order/order'));
  expect(sessionStorage.getItem('stylebox.selectedThemebox')).toBe('weekend_away');
});

test('the payment flag survives a visit to another screen, and counts once', async () => {
  serve(welcomed);
  const { unmount } = openPage('/login?payment=true');
  await screen.findByLabelText('Email');
  unmount();
  const { user, path } = openPage('/login');
  await signIn(user);
  await waitFor(() => expect(path()).toBe('/change/payment'));
  expect(sessionStorage.getItem('stylebox.payment')).toBeNull();
});

test('a customer whose session ended while signing up comes back to the form, with the theme box', async () => {
  sessionStorage.setItem('stylebox.customer', ann.id);
  sessionStorage.setItem('stylebox.redirectTo', '/payment/billing');
  sessionStorage.setItem('stylebox.selectedThemebox', 'date_night');
  serve({ ...welcomed, 'GET /current_themeboxes': offered });
  const { user, path } = openPage('/login');
  await signIn(user);
  await waitFor(() => expect(path()).toBe('/payment/billing'));
  expect(sessionStorage.getItem('stylebox.selectedThemebox')).toBe('date_night');
});

test('a wrong password says so, what was typed stays, and the human check starts again', async () => {
  serve({ 'POST /sessions': { status: 401, body: { errors: { credentials_invalid: 'x' } } } });
  const { user, path } = openPage('/login');
  await signIn(user);
  const refusal = await screen.findByRole('group', { name: 'Invalid username or password' });
  expect(refusal).toHaveFocus();
  expect(screen.getByLabelText('Email')).toHaveValue('ann@example.com');
  expect(screen.getByLabelText('Password')).toHaveValue('Stylebox#2026');
  expect(await screen.findByRole('checkbox', { name: /robot/ })).not.toBeChecked();
  expect(path()).toBe('/login');
});

test.each([
  ['too many tries', 429, 'too_many_requests', 'Too many tries. Please wait a moment and try again.'],
  ['a failure of ours', 500, 'unexpected', 'An unexpected error occurred'],
])('%s: a message shows in place until the form is sent again, and as one toast', async (_, status, code, message) => {
  let answer: object = { status, body: { errors: { [code]: message } } };
  serve({ ...welcomed, 'POST /sessions': () => answer });
  const { user, path } = openPage('/login');
  await signIn(user);
  const inPlace = () => screen.queryByRole('group', { name: message });
  await waitFor(() => expect(inPlace()).toHaveFocus());
  await user.click(await screen.findByRole('checkbox', { name: /robot/ }));
  await user.click(screen.getByRole('button', { name: 'Sign In' }));
  await waitFor(() => expect(inPlace()).toHaveFocus());
  // In place and as one toast: the first try's toast is gone.
  await waitFor(() => expect(screen.getAllByText(message)).toHaveLength(2));
  answer = { body: ann };
  await user.click(await screen.findByRole('checkbox', { name: /robot/ }));
  await user.click(screen.getByRole('button', { name: 'Sign In' }));
  await waitFor(() => expect(path()).toBe('/dashboard'));
});

test('the sign-in says that the session ended, and the message stays', async () => {
  holdSession();
  serve({
    'GET /account': { status: 401, body: { errors: { not_authorized: 'x' } } },
    'GET /orders': { status: 401, body: { errors: { not_authorized: 'x' } } },
  });
  sessionStorage.setItem('stylebox.customer', ann.id);
  const { path } = openPage('/dashboard');
  await waitFor(() => expect(path()).toBe('/login'));
  expect(await screen.findByText('You are no longer signed in. Sign in to continue where you stopped.')).toBeVisible();
});

test('neither a visitor nor a customer who signed out reads that a session ended', async () => {
  serve({});
  openPage('/login');
  await screen.findByLabelText('Email');
  expect(screen.queryByText(/no longer signed in/)).toBeNull();
});

test('an invalid form is not sent', async () => {
  const { to } = serve(welcomed);
  const { user } = openPage('/login');
  await user.click(await screen.findByRole('button', { name: 'Sign In' }));
  await waitFor(() => expect(screen.getByRole('group', { name: '3 things to fix' })).toHaveFocus());
  expect(to('POST /sessions')).toHaveLength(0);
});

test('the demo customers are listed in demo mode only', async () => {
  const dana = { email: 'dana@example.com', password: 'Stylebox#2026', about: 'A box was delivered today.' };
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

test('signing out leads to sign-in immediately and ends the session', async () => {
  holdSession();
  const chosen = ['selectedThemebox', 'drtgSignup', 'referral', 'blog', 'campaign', 'redirectTo'];
  for (const key of chosen) sessionStorage.setItem(`stylebox.${key}`, 'something');
  const { to } = serve({ 'GET /account': { body: ann }, 'DELETE /sessions': { status: 204 } });
  const { user, path } = openPage('/dashboard');
  await user.click(await screen.findByRole('button', { name: 'Sign out' }));
  expect(await screen.findByRole('heading', { level: 1, name: 'Welcome back' })).toBeVisible();
  expect(path()).toBe('/login');
  await waitFor(() => expect(to('DELETE /sessions')).toHaveLength(1));
  for (const key of chosen) expect([key, sessionStorage.getItem(`stylebox.${key}`)]).toEqual([key, null]);
});
