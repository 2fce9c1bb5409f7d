import { act, screen } from '@testing-library/react';
import { statusQuery } from '~/api/status';
import { openPage } from '~test/openPage';
import { serveQuiz } from '~test/quiz';
import { statusOf } from '~test/server';

// The only test of its file, because the page keeps the server's time once it knows it.
test('a calendar that opened with the device’s wrong clock shows the right days once the server’s time is known', async () => {
  let answer: () => void = () => undefined;
  const isAnswered = new Promise<void>((resolve) => (answer = resolve));
  const status = { body: statusOf({ now: '2026-11-20T15:00:00Z' }) };
  serveQuiz({ visiting: true, more: { 'GET /status': () => isAnswered.then(() => status) } });
  const { client } = openPage('/schedule-pickup');
  const asked = client.prefetchQuery(statusQuery);
  // The device is a month ahead.
  expect(await screen.findByRole('button', { name: /Saturday, December 26, 2026/ })).toBeVisible();
  await act(async () => {
    answer();
    await asked;
  });
  expect(await screen.findByRole('button', { name: /Tuesday, November 24, 2026/ })).not.toHaveAttribute(
    'aria-disabled',
    'true',
  );
  expect(screen.getByRole('button', { name: 'Previous month' })).toBeDisabled();
});
