import { act, screen, waitFor } from '@testing-library/react';
import type { Account } from '~/api/schema.gen';
import { dana } from '~test/boxes';
import { openPage } from '~test/openPage';
import { serveOrdering } from '~test/ordering';
import { holdSession } from '~test/server';

jest.mock('~/app/layouts/ClosingNotice', () => {
  throw new TypeError('Failed to fetch dynamically imported module');
});

beforeEach(holdSession);

test('if the code of the words about a closing account does not load, the screen’s heading has the focus', async () => {
  const account: Account = { ...dana, closing: { since: '2026-11-20T15:00:00Z', waits_for: [] } };
  serveOrdering({ account });
  const { router } = openPage('/orderhistory');
  await screen.findByRole('heading', { level: 1, name: 'Your Orders' });
  await act(() => router.navigate('/customize/order/custom'));
  const heading = await screen.findByRole('heading', { level: 1, name: 'Your next box' });
  await waitFor(() => expect(heading).toHaveFocus());
});
