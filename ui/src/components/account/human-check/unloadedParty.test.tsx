import { screen } from '@testing-library/react';
import { messagesText } from '~/core';
import { openPage } from '~test/openPage';
import { partyStatus } from '~test/partyScripts';
import { serve } from '~test/server';

jest.mock('~/components/account/human-check/TurnstileWidget', () => {
  throw new TypeError('Failed to fetch dynamically imported module');
});

test('if our code for the party’s check cannot be loaded, our own check replaces it, and the form stays', async () => {
  serve({ 'GET /status': { body: partyStatus('turnstile') } });
  const { user } = openPage('/login');
  await user.type(await screen.findByLabelText('Email'), 'ann@example.com');
  expect(await screen.findByRole('checkbox', { name: /robot/ })).toBeVisible();
  expect(screen.getByText(messagesText('human_check_notice'))).toBeVisible();
  expect(screen.getByLabelText('Email')).toHaveValue('ann@example.com');
});
