import { screen, waitFor, within } from '@testing-library/react';
import { dana } from '~test/boxes';
import { openPage } from '~test/openPage';
import { holdSession, serve } from '~test/server';

const link = '/confirm_email#token=secret';

test('a press confirms the address once, and the token leaves the address bar', async () => {
  const { to } = serve({ 'POST /email_confirmations': { body: { email: 'new@example.com' } } });
  const { user } = openPage(link);
  const confirm = await screen.findByRole('button', { name: 'Confirm my email' });
  await waitFor(() => expect(window.location.hash).toBe(''));
  expect(to('POST /email_confirmations')).toHaveLength(0);
  await user.dblClick(confirm);
  const title = await screen.findByRole('heading', { level: 1, name: 'Your new email is confirmed' });
  await waitFor(() => expect(title).toHaveFocus());
  expect(to('POST /email_confirmations').map(({ body }) => body)).toEqual([{ token: 'secret' }]);
  expect(within(screen.getByRole('main')).getByRole('link', { name: 'Sign in' })).toHaveAttribute(
    'href',
    '/members/login',
  );
});

test('a signed-in customer goes on to the dashboard', async () => {
  holdSession();
  serve({ 'GET /account': { body: dana }, 'POST /email_confirmations': { body: { email: 'new@example.com' } } });
  const { user } = openPage(link);
  await user.click(await screen.findByRole('button', { name: 'Confirm my email' }));
  await screen.findByRole('heading', { level: 1, name: 'Your new email is confirmed' });
  expect(within(screen.getByRole('main')).getByRole('link', { name: 'Go To Dashboard' })).toHaveAttribute(
    'href',
    '/members/dashboard',
  );
});

test('an expired or used link says so', async () => {
  const message = 'This link no longer works.';
  serve({ 'POST /email_confirmations': { status: 422, body: { errors: { email_link_invalid: message } } } });
  const { user } = openPage(link);
  await user.click(await screen.findByRole('button', { name: 'Confirm my email' }));
  expect(await screen.findByRole('alert')).toHaveTextContent(message);
});

test('the screen without a token says where to find the link', async () => {
  serve({});
  openPage('/confirm_email');
  expect(await screen.findByText('Please open the link in the email that we sent to your new address.')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Confirm my email' })).toBeNull();
});

test('a newer link that is pasted into the tab of an older one replaces it', async () => {
  const message = 'This link no longer works.';
  const { to } = serve({
    'POST /email_confirmations': ({ body }) =>
      (body as { token: string }).token === 'secret'
        ? { status: 422, body: { errors: { email_link_invalid: message } } }
        : { body: { email: 'new@example.com' } },
  });
  const { user } = openPage(link);
  await user.click(await screen.findByRole('button', { name: 'Confirm my email' }));
  expect(await screen.findByRole('alert')).toHaveTextContent(message);
  // Only the part after the `#` differs, so the browser loads nothing.
  window.location.hash = '#token=newer';
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
  await waitFor(() => expect(window.location.hash).toBe(''));
  await user.click(screen.getByRole('button', { name: 'Confirm my email' }));
  await screen.findByRole('heading', { level: 1, name: 'Your new email is confirmed' });
  expect(to('POST /email_confirmations').map(({ body }) => body)).toEqual([{ token: 'secret' }, { token: 'newer' }]);
});

test('a link that is pasted into a tab without one can be confirmed', async () => {
  serve({});
  openPage('/confirm_email');
  await screen.findByText('Please open the link in the email that we sent to your new address.');
  window.location.hash = '#token=secret';
  expect(await screen.findByRole('button', { name: 'Confirm my email' })).toBeVisible();
});
