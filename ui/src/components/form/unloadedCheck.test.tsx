import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeReload } from '~/lib/draft/store';
import { serve } from '~test/server';
// The path from the root: `./HumanCheckWidget` is replaced in tests.
import HumanCheckWidget from '~/components/form/HumanCheckWidget';

jest.mock('~/components/form/solveChallenge', () => {
  throw new TypeError('Failed to fetch dynamically imported module');
});

test('if the code of the check cannot be loaded, a reload is offered, which keeps the typed text', async () => {
  serve({ 'GET /human_check': { body: { parameters: {}, signature: 'signed' } } });
  const user = userEvent.setup();
  render(<HumanCheckWidget onToken={jest.fn()} onWork={jest.fn()} messageId={undefined} />);
  await user.click(screen.getByRole('checkbox'));
  expect(await screen.findByRole('alert')).toHaveTextContent('The verification did not load. Please reload the page.');
  const kept = jest.fn();
  beforeReload(kept);
  // jsdom cannot reload. It logs an error instead.
  const complaints = jest.spyOn(console, 'error').mockImplementation(() => undefined);
  await user.click(screen.getByRole('button', { name: 'Reload' }));
  expect(kept).toHaveBeenCalledTimes(1);
  expect(complaints.mock.calls.map(([error]) => String(error))).toEqual([expect.stringContaining('navigation')]);
  jest.restoreAllMocks();
});

test('without a network the box can be checked again', async () => {
  jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  serve({ 'GET /human_check': { body: { parameters: {}, signature: 'signed' } } });
  const user = userEvent.setup();
  render(<HumanCheckWidget onToken={jest.fn()} onWork={jest.fn()} messageId={undefined} />);
  await user.click(screen.getByRole('checkbox'));
  expect(await screen.findByText('Verification failed. Please try again.')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Reload' })).toBeNull();
  jest.restoreAllMocks();
});
