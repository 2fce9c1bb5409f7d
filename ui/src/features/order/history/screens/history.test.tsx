import { screen, waitFor, within } from '@testing-library/react';
import { box } from '~test/boxes';
import { cancelled, completed, heading, main, many, openHistory, pages } from '~test/history';
import { holdSession } from '~test/server';

beforeEach(holdSession);

describe('the list of orders', () => {
  const first = 'GET /orders?page=0&limit=10';

  test('shows completed and cancelled orders, the newest first, with status, number and date', async () => {
    openHistory('/orderhistory', {
      [first]: {
        body: {
          orders: [
            box({ id: 'o9', code: 'SB-9' }),
            cancelled({ id: 'o2', code: 'SB-2', expected_delivery_date: '2026-03-05' }),
            completed({ id: 'o1', code: 'SB-1', delivery_date: '2025-11-19' }),
            completed({ id: 'o3', code: 'SB-3', delivery_date: '2026-06-01' }),
            // Ordered on the evening of January 31; in UTC it was February.
            cancelled({ id: 'o4', code: 'SB-4', expected_delivery_date: null, created_at: '2026-02-01T03:00:00Z' }),
          ],
        },
      },
    });
    expect(await screen.findByRole('heading', { level: 1, name: 'Your Orders' })).toBeVisible();
    await main().findByRole('link', { name: /SB-1/ });
    const rows = within(main().getByRole('list')).getAllByRole('link');
    expect(rows.map(({ textContent }) => textContent)).toEqual([
      'June 1, 2026 Box SB-3 Completed 3 bought',
      'March 5, 2026 Box SB-2 Canceled ',
      'January 31, 2026 Box SB-4 Canceled ',
      'November 19, 2025 Box SB-1 Completed 3 bought',
    ]);
    expect(rows[0]).toHaveAttribute('href', '/members/orderhistory/o3');
    expect(screen.getByText('These are all of your previous orders.')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Show More Orders' })).toBeNull();
  });

  test('shows no items of a box that was lost', async () => {
    openHistory('/orderhistory', {
      [first]: { body: { orders: [box({ status: 'cancelled', delivery_date: null })] } },
    });
    const row = await screen.findByRole('link', { name: /SB-1/ });
    expect(row).toHaveTextContent(/ Box SB-1 Lost on its way$/);
  });

  test('says if there are no orders, and what comes next', async () => {
    openHistory('/orderhistory', { [first]: { body: { orders: [box()] } } });
    expect(await heading('You do not have any previous orders.')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Go to my dashboard' })).toHaveAttribute('href', '/members/dashboard');
  });

  test('that could not be loaded can be tried again', async () => {
    let answer: object = { status: 500, body: { error: 'Broken' } };
    const { user } = openHistory('/orderhistory', { [first]: () => answer });
    expect(await screen.findByText('We can’t look up your orders right now. Nothing is lost.')).toBeVisible();
    expect(screen.getByRole('heading', { level: 1, name: 'Your Orders' })).toBeVisible();
    answer = { body: { orders: [completed()] } };
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('link', { name: /SB-1/ })).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
  });

  test('comes in pages', async () => {
    const { user, to } = openHistory('/orderhistory', {
      [first]: { body: { orders: many(10, 1, completed) } },
      'GET /orders?page=1&limit=10': { body: { orders: many(2, 10, completed) } },
    });
    await user.click(await screen.findByRole('button', { name: 'Show More Orders' }));
    const added = await screen.findByRole('link', { name: /SB-11/ });
    // An order that is on both pages is listed once.
    expect(within(main().getByRole('list')).getAllByRole('link')).toHaveLength(11);
    await waitFor(() => expect(added).toHaveFocus());
    expect(to('GET /orders?page=2&limit=10')).toHaveLength(0);
  });

  test('has the focus on its first new order if a page comes at the second try', async () => {
    let answer: object = { status: 500, body: { error: 'Broken' } };
    const { user } = openHistory('/orderhistory', {
      [first]: { body: { orders: many(10, 1, completed) } },
      'GET /orders?page=1&limit=10': () => answer,
    });
    await user.click(await screen.findByRole('button', { name: 'Show More Orders' }));
    expect(await screen.findByText(/^We can’t look up the rest of your orders right now/)).toBeVisible();
    answer = { body: { orders: many(2, 11, completed) } };
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    const added = await screen.findByRole('link', { name: /SB-11/ });
    await waitFor(() => expect(added).toHaveFocus());
  });
});

test('the histories lead to each other, and the open one is marked', async () => {
  const { user, path } = openHistory('/orderhistory', {
    'GET /orders?page=0&limit=10': { body: { orders: [completed()] } },
    ...pages([completed()]),
  });
  const links = () => within(screen.getByRole('navigation', { name: 'Your boxes so far' }));
  await screen.findByRole('navigation', { name: 'Your boxes so far' });
  expect(links().getByRole('link', { name: 'Orders' })).toHaveAttribute('aria-current', 'page');
  await user.click(links().getByRole('link', { name: 'Purchase history' }));
  await screen.findByRole('heading', { level: 1, name: 'Purchase history' });
  expect(path()).toBe('/account/purchase-history');
  await user.click(links().getByRole('link', { name: 'Stylist notes' }));
  await screen.findByRole('heading', { level: 1, name: 'Stylist notes' });
  expect(path()).toBe('/account/stylist-notes');
  expect(links().getByRole('link', { name: 'Stylist notes' })).toHaveAttribute('aria-current', 'page');
});
