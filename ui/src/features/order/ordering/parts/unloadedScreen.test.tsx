import { screen } from '@testing-library/react';
import { openPage } from '~test/openPage';
import { created, serveOrdering } from '~test/ordering';

jest.mock('~/features/order/ordering/parts/FixedOrder', () => {
  throw new TypeError('Failed to fetch dynamically imported module');
});

test('if the code of the words about a fixed order does not load, the screen still has a heading', async () => {
  serveOrdering({ orders: [created({ status: 'styling' })] });
  openPage('/customize/order/o1');
  expect(await screen.findByText(/^This part of the page did not load\./)).toBeVisible();
  expect(screen.getByRole('heading', { level: 1, name: 'Your order' })).toBeVisible();
});
