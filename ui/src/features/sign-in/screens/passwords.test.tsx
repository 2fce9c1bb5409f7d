import { screen, waitFor } from '@testing-library/react';
import { openPage } from '~test/openPage';
import { serve } from '~test/server';

const sent = 'A password reset link has been sent to the email provided';

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

test('the token is removed from the address bar, and sent with the new password', async () => {
  const refused = { status: 422, body: { errors: { reset_password_token: 'x' } } };
  const { to } = serve({ 'PUT /passwords': refused });
  const { user, path } = openPage('/reset_password?email=ann%40example.com&reset_password_token=secret');
  const password = await screen.findByLabelText('New password');
  await waitFor(() => expect(path()).toBe('/reset_password'));

  await user.type(password, 'Stylebox#2026');
  await user.type(screen.getByLabelText('New password again'), 'Stylebox#2027');
  await user.tab();
  expect(screen.getByLabelText('New password again')).toHaveAccessibleDescription('Both password need to be the same');
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
