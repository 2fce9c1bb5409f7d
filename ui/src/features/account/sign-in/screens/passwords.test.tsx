import { act, screen, waitFor } from '@testing-library/react';
import type { Account } from '~/api/schema.gen';
import { writeOpenDrafts } from '~/lib/draft/store';
import { noticeReach } from '~/lib/reach';
import { pathOnward } from '~/components/screens/onward/onward';
import { openPage } from '~test/openPage';
import { annWithCard } from '~test/payment';
import { box } from '~test/boxes';
import { serve } from '~test/server';

const ready: Account = { ...annWithCard, style_profile_complete: true, subscription_type_selected: true };

const sent = 'A password reset link has been sent to the email provided';

test('without a network the screen does not say that a link was sent', async () => {
  serve({ 'POST /passwords': () => Promise.reject(new TypeError('Failed to fetch')) });
  const { user } = openPage('/forgot_password');
  await user.type(await screen.findByLabelText('Email'), 'ann@example.com');
  await user.click(screen.getByRole('button', { name: 'Reset Password' }));
  expect(await screen.findByText('You are offline')).toBeVisible();
  expect(screen.queryByText(sent)).not.toBeInTheDocument();
});

test.each([204, 422, 500])('after a request for a password link, status %i shows the same message', async (status) => {
  const { to } = serve({ 'POST /passwords': { status, body: status === 204 ? null : { error: 'Nobody has it' } } });
  const { user } = openPage('/forgot_password');
  expect(await screen.findByRole('heading', { name: 'Forgot your password? No problem!' })).toBeVisible();
  await user.type(screen.getByLabelText('Email'), 'ann@example.com');
  await user.click(screen.getByRole('button', { name: 'Reset Password' }));
  expect((await screen.findAllByText(sent))[0]).toBeVisible();
  expect(screen.queryByText('Nobody has it')).not.toBeInTheDocument();
  expect(to('POST /passwords').at(-1)?.body).toEqual({ customer: { email: 'ann@example.com' } });
});

test('the human check shows once the server asks for it, and its token is sent with the address', async () => {
  let calls = 0;
  const { to } = serve({
    'POST /passwords': () => {
      calls += 1;
      return calls === 1
        ? { status: 422, body: { errors: { human_check_failed: 'Please try again.' } } }
        : { status: 204 };
    },
  });
  const { user } = openPage('/forgot_password');
  await user.type(await screen.findByLabelText('Email'), 'ann@example.com');
  expect(screen.queryByRole('group', { name: 'Human check' })).not.toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Reset Password' }));
  expect(await screen.findByRole('group', { name: 'Human check' })).toBeVisible();
  expect(screen.queryByText(sent)).not.toBeInTheDocument();
  expect(screen.getByLabelText('Email')).toHaveValue('ann@example.com');
  await user.click(await screen.findByRole('checkbox', { name: /robot/ }));
  await user.click(screen.getByRole('button', { name: 'Reset Password' }));
  expect((await screen.findAllByText(sent))[0]).toBeVisible();
  expect(to('POST /passwords').map(({ body }) => body)).toEqual([
    { customer: { email: 'ann@example.com' } },
    { customer: { email: 'ann@example.com', recaptchaToken: 'passed' } },
  ]);
});

// Our own links have their parameters after the `#`; the specs have them in the query.
test.each(['#', '?'])(
  'the token after %s is removed from the address bar, and sent with the password',
  async (mark) => {
    const refused = { status: 422, body: { errors: { reset_password_token: 'x' } } };
    const { to } = serve({ 'PUT /passwords': refused });
    const { user, path } = openPage(`/reset_password${mark}email=ann%40example.com&reset_password_token=secret`);
    const password = await screen.findByLabelText('New password');
    await waitFor(() => expect(path()).toBe('/reset_password'));

    await user.type(password, 'Stylebox#2026');
    await user.type(screen.getByLabelText('New password again'), 'Stylebox#2027');
    await user.tab();
    expect(screen.getByLabelText('New password again')).toHaveAccessibleDescription(
      'Both password need to be the same',
    );
    await user.type(screen.getByLabelText('New password again'), '{Backspace}6');
    await user.click(screen.getByRole('button', { name: 'Update Password' }));

    expect(await screen.findByText('Unable to reset password')).toBeVisible();
    expect(to('PUT /passwords')[0]?.body).toEqual({
      customer: {
        email: 'ann@example.com',
        password: 'Stylebox#2026',
        password_confirmation: 'Stylebox#2026',
        reset_password_token: 'secret',
      },
    });
  },
);

test('a newer link that is pasted into the tab of an older one replaces it', async () => {
  const { to } = serve({ 'PUT /passwords': { status: 422, body: { errors: { reset_password_token: 'x' } } } });
  const { user, path } = openPage('/reset_password#email=ann%40example.com&reset_password_token=older');
  await user.type(await screen.findByLabelText('New password'), 'Typed before');
  await waitFor(() => expect(path()).toBe('/reset_password'));
  // Only the part after the `#` differs, so the browser loads nothing.
  window.location.hash = '#email=ann%40example.com&reset_password_token=newer';
  await waitFor(() => expect(screen.getByLabelText('New password')).toHaveValue(''));
  await waitFor(() => expect(window.location.hash).toBe(''));
  await user.type(screen.getByLabelText('New password'), 'Stylebox#2026');
  await user.type(screen.getByLabelText('New password again'), 'Stylebox#2026');
  await user.click(screen.getByRole('button', { name: 'Update Password' }));
  await waitFor(() => expect(to('PUT /passwords')).toHaveLength(1));
  expect(to('PUT /passwords')[0]?.body).toMatchObject({ customer: { reset_password_token: 'newer' } });
});

test('the link of a store’s sign-up says that the password is the first one', async () => {
  const { to } = serve({ 'PUT /passwords': { status: 422, body: { errors: { reset_password_token: 'x' } } } });
  const { user } = openPage('/reset_password?email=eve%40example.com&reset_password_token=secret&first=true');
  expect(await screen.findByRole('heading', { name: 'Choose your password' })).toBeVisible();
  await user.type(screen.getByLabelText('New password'), 'Stylebox#2026');
  await user.type(screen.getByLabelText('New password again'), 'Stylebox#2026');
  await user.click(screen.getByRole('button', { name: 'Save Password' }));
  await waitFor(() => expect(to('PUT /passwords')).toHaveLength(1));
});

test('a card that was saved in the store while the order failed leads to the order, not to the dashboard', () => {
  expect(pathOnward(ready, [])).toBe('/quiz/delivery');
  expect(pathOnward(ready, [box({ status: 'created' })])).toBe('/dashboard');
});

test('after the first password the orders decide where the customer goes on', async () => {
  const { to } = serve({ 'PUT /passwords': { body: ready }, 'GET /orders': { body: { orders: [] } } });
  const { user } = openPage('/reset_password?email=eve%40example.com&reset_password_token=secret&first=true');
  await user.type(await screen.findByLabelText('New password'), 'Stylebox#2026');
  await user.type(screen.getByLabelText('New password again'), 'Stylebox#2026');
  await user.click(screen.getByRole('button', { name: 'Save Password' }));
  await waitFor(() => expect(to('GET /orders')).toHaveLength(1));
});

test('a second press while the next page loads does not use the spent link again', async () => {
  const { to } = serve({ 'PUT /passwords': { body: ready } });
  const { user } = openPage('/reset_password?email=ann%40example.com&reset_password_token=secret');
  await user.type(await screen.findByLabelText('New password'), 'Stylebox#2026');
  await user.type(screen.getByLabelText('New password again'), 'Stylebox#2026');
  await user.click(screen.getByRole('button', { name: 'Update Password' }));
  await waitFor(() => expect(to('PUT /passwords')).toHaveLength(1));
  expect(await screen.findByRole('button', { name: 'One moment...' })).toHaveAttribute('aria-disabled', 'true');
  await act(async () => new Promise((resolve) => setTimeout(resolve)));
  await user.type(screen.getByLabelText('New password again'), '{Enter}');
  expect(screen.getByRole('button', { name: 'One moment...' })).toHaveAttribute('aria-disabled', 'true');
  expect(to('PUT /passwords')).toHaveLength(1);
});

test('leaving the page does not bring the token back into the address bar; the page’s own reload does', async () => {
  const { path } = openPage('/reset_password?email=ann%40example.com&reset_password_token=secret');
  await screen.findByLabelText('New password');
  await waitFor(() => expect(path()).toBe('/reset_password'));
  noticeReach(false);
  window.dispatchEvent(new Event('pagehide'));
  noticeReach(true);
  expect(path()).toBe('/reset_password');
  writeOpenDrafts();
  expect(path()).toContain('reset_password_token=secret');
});
