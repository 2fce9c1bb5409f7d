import { onlineManager } from '@tanstack/react-query';
import { act, screen, within } from '@testing-library/react';
import { ann } from '~test/accounts';
import { openPage } from '~test/openPage';
import { serve, statusOf } from '~test/server';

const unreachable = 'We cannot be reached just now. Please check your connection and try again.';

afterEach(() => onlineManager.setOnline(true));

test('without a network sending fails at once, what was typed stays, and nothing is sent later', async () => {
  const { to } = serve({ 'GET /status': { body: statusOf() } });
  const server = globalThis.fetch;
  const { user } = openPage('/login');
  await user.type(await screen.findByLabelText('Email'), 'ann@example.com');
  await user.type(screen.getByLabelText('Password'), 'Stylebox#2026');
  await user.click(await screen.findByRole('checkbox', { name: /not a robot/ }));

  globalThis.fetch = () => Promise.reject(new TypeError('Failed to fetch'));
  act(() => onlineManager.setOnline(false));
  await user.click(screen.getByRole('button', { name: 'Sign In' }));
  expect(await screen.findByText(unreachable)).toBeVisible();
  expect(screen.getByLabelText('Email')).toHaveValue('ann@example.com');

  globalThis.fetch = server;
  await act(async () => onlineManager.setOnline(true));
  expect(to('POST /sessions')).toHaveLength(0);
});

test('a screen whose code cannot be loaded says so', async () => {
  jest.doMock('~/features/sign-in/screens/ForgotPassword', () => {
    throw new TypeError('Failed to fetch dynamically imported module');
  });
  serve({ 'GET /account': { body: ann } });
  openPage('/forgot_password');
  expect(await screen.findByRole('heading', { level: 1, name: 'This page did not load' })).toBeVisible();
  const main = within(screen.getByRole('main'));
  expect(main.getByText(unreachable)).toBeVisible();
  expect(main.getByRole('button', { name: 'Try again' })).toBeVisible();
});
