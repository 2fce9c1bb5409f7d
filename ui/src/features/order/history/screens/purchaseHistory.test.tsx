import { screen, waitFor, within } from '@testing-library/react';
import type { NextBoxNote } from '~/api/schema.gen';
import { jeans, sweater } from '~test/boxes';
import { cancelled, completed, heading, headings, main, many, noNote, openHistory, pages } from '~test/history';
import { holdSession } from '~test/server';

beforeEach(holdSession);

describe('the purchase history', () => {
  test('shows each box with the outcome of its items', async () => {
    const { user } = openHistory(
      '/account/purchase-history',
      pages([completed(), completed({ id: 'o2', code: 'SB-2', delivery_date: '2025-01-02', line_items: [jeans] })]),
    );
    expect(await heading('November 19, 2026')).toBeVisible();
    expect(headings(2)).toEqual(['November 19, 2026', 'January 2, 2025']);
    // The newest box is open, and the others are folded.
    expect(headings(3)).toEqual(['Kept 2', 'Exchanged 1', 'Returned 1']);
    const older = main().getByRole('button', { name: 'January 2, 2025' });
    expect(older).toHaveAttribute('aria-expanded', 'false');
    expect(main().getByRole('article', { name: 'January 2, 2025' })).toHaveTextContent('Returned 1');
    await user.click(older);
    expect(older).toHaveAttribute('aria-expanded', 'true');
    expect(headings(3)).toEqual(['Kept 2', 'Exchanged 1', 'Returned 1', 'Returned 1']);
    await user.click(main().getByRole('button', { name: 'November 19, 2026' }));
    expect(headings(3)).toEqual(['Returned 1']);
    await user.click(main().getByRole('button', { name: 'November 19, 2026' }));
    const [box1] = main().getAllByRole('article', { name: 'November 19, 2026' });
    const kept = within(within(box1 as HTMLElement).getByRole('group', { name: /^Kept/ }));
    expect(kept.getByText('Sweater')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Box SB-2' })).toHaveAttribute('href', '/members/orderhistory/o2');
    expect(screen.getByText('These are all of your purchases.')).toBeVisible();
  });

  test('calls a return closed if nothing of it arrived, as the other screens do', async () => {
    const [sent] = completed().line_items.slice(-1);
    if (!sent) throw new Error('A box has items.');
    const line_items = [{ ...sent, received: false, written_off: 'not_returned' as const }];
    openHistory('/account/purchase-history', pages([completed({ status: 'delivered_to_stylebox', line_items })]));
    expect(await heading('November 19, 2026')).toBeVisible();
    expect(main().getByText(/^Return closed ·/)).toBeVisible();
  });

  test('loads the next page by itself if a page has no visible order, and stops at the end', async () => {
    const { to } = openHistory(
      '/account/purchase-history',
      pages(many(10, 1, cancelled), many(10, 11, cancelled), [...many(9, 21, cancelled), completed({ id: 'o30' })], []),
    );
    expect(await heading('November 19, 2026')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Show More Orders' })).toBeVisible();
    expect(to('GET /orders/all?limit=10&offset=30&sort=delivery_date&order=desc')).toHaveLength(0);
  });

  test('loads pages until a new order shows when the customer asks for more', async () => {
    const { user } = openHistory(
      '/account/purchase-history',
      pages(many(10, 1, completed), many(10, 11, cancelled), many(3, 21, completed)),
    );
    await user.click(await screen.findByRole('button', { name: 'Show More Orders' }));
    await waitFor(() => expect(main().getAllByRole('heading', { level: 2 })).toHaveLength(13));
    const added = main().getAllByRole('heading', { level: 2 })[10];
    await waitFor(() => expect(added?.querySelector('button')).toHaveFocus());
    expect(screen.getByText('These are all of your purchases.')).toBeVisible();
  });

  test('finds an item by its name, over all years, with the search in the address', async () => {
    const sought = (offset: number) =>
      `GET /orders/all?limit=10&offset=${offset}&sort=delivery_date&order=desc&q=silk+%26+wool`;
    const { user, path, to } = openHistory('/account/purchase-history', {
      ...pages([completed()]),
      [sought(0)]: { body: { orders: many(10, 1, completed) } },
      [sought(10)]: { body: { orders: [completed({ id: 'o20', code: 'SB-20', delivery_date: '2024-05-10' })] } },
    });
    const field = await screen.findByRole('searchbox', { name: 'Find an item by its name or brand' });
    expect(await heading('November 19, 2026')).toBeVisible();
    await user.type(field, '  silk & wool {Enter}');
    expect(await screen.findByText('Boxes with “silk & wool”')).toBeVisible();
    // Each of these boxes has the item that was searched for.
    expect(main().getAllByRole('button', { expanded: true })).toHaveLength(10);
    expect(new URLSearchParams(path().split('?')[1]).get('q')).toBe('silk & wool');
    expect(field).toHaveFocus();
    await user.click(screen.getByRole('button', { name: 'Show More Orders' }));
    expect(await heading('May 10, 2024')).toBeVisible();
    expect(screen.getByText('Those are all the boxes that have it.')).toBeVisible();

    await user.click(screen.getByRole('button', { name: 'Clear the search' }));
    await waitFor(() => expect(headings(2)).toEqual(['November 19, 2026']));
    expect(path()).toBe('/account/purchase-history');
    expect(field).toHaveValue('');
    expect(field).toHaveFocus();
    expect(screen.queryByRole('button', { name: 'Clear the search' })).toBeNull();
    expect(to(sought(0))).toHaveLength(1);
  });

  test('says if a search in the address finds nothing', async () => {
    openHistory('/account/purchase-history?q=cape', {
      'GET /orders/all?limit=10&offset=0&sort=delivery_date&order=desc&q=cape': { body: { orders: [] } },
    });
    expect(
      await screen.findByText('Nothing in your boxes is called “cape”. Try a shorter word, or a brand.'),
    ).toBeVisible();
    expect(screen.getByRole('searchbox')).toHaveValue('cape');
    expect(screen.queryByText('Nothing bought yet')).toBeNull();
  });

  test('says that it is empty only after the last page', async () => {
    openHistory('/account/purchase-history', pages(many(10, 1, cancelled), many(4, 11, cancelled)));
    expect(await heading('Nothing bought yet')).toBeVisible();
  });

  test('keeps the shown orders if the next page fails', async () => {
    let answer: object = { status: 500, body: { error: 'Broken' } };
    const { user } = openHistory('/account/purchase-history', {
      ...pages(many(10, 1, completed)),
      'GET /orders/all?limit=10&offset=10&sort=delivery_date&order=desc': () => answer,
    });
    await user.click(await screen.findByRole('button', { name: 'Show More Orders' }));
    expect(await screen.findByText(/^We can’t look up the rest of your purchases/)).toBeVisible();
    expect(main().getAllByRole('heading', { level: 2 })).toHaveLength(10);
    answer = { body: { orders: many(1, 11, completed) } };
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(main().getAllByRole('heading', { level: 2 })).toHaveLength(11));
  });
});

describe('more like this', () => {
  const ofSweater = { name: 'More like this: Sweater' };
  const call = `/account/next_box_note/${sweater.id}`;
  const noted: NextBoxNote = { line_item_ids: [sweater.id], note: 'More like this, please: Sweater by Marlowe.' };

  test('is noted for the next box, and removed by a second press', async () => {
    const { user, to } = openHistory('/account/purchase-history', {
      ...pages([completed()]),
      [`PUT ${call}`]: { body: noted },
      [`DELETE ${call}`]: { body: noNote },
    });
    const button = await screen.findByRole('button', ofSweater);
    expect(button).toHaveAttribute('aria-pressed', 'false');
    await user.click(button);
    expect(await screen.findByText('Added to the note for your next box: Sweater.')).toBeVisible();
    expect(screen.getByRole('button', ofSweater)).toHaveAttribute('aria-pressed', 'true');
    expect(screen.getByRole('button', { name: 'More like this: Jeans' })).toHaveAttribute('aria-pressed', 'false');
    await user.click(screen.getByRole('button', ofSweater));
    expect(await screen.findByText('Sweater was removed from the note for your next box.')).toBeVisible();
    expect(screen.getByRole('button', ofSweater)).toHaveAttribute('aria-pressed', 'false');
    expect([to(`PUT ${call}`), to(`DELETE ${call}`)].map(({ length }) => length)).toEqual([1, 1]);
  });

  test('shows earlier notes', async () => {
    openHistory('/account/purchase-history', {
      ...pages([completed()]),
      'GET /account/next_box_note': { body: noted },
    });
    await waitFor(() => expect(screen.getByRole('button', ofSweater)).toHaveAttribute('aria-pressed', 'true'));
    expect(screen.getByRole('button', { name: 'More like this: Jeans' })).toHaveAttribute('aria-pressed', 'false');
  });

  test('that fails says so, and can be pressed again', async () => {
    let answer: object = { status: 503, body: { error: 'Busy' } };
    const { user } = openHistory('/account/purchase-history', {
      ...pages([completed()]),
      [`PUT ${call}`]: () => answer,
    });
    await user.click(await screen.findByRole('button', ofSweater));
    await waitFor(() => expect(screen.getByRole('button', ofSweater)).toHaveAccessibleDescription('Busy'));
    expect(screen.getByRole('button', { name: 'More like this: Jeans' })).not.toHaveAccessibleDescription();
    expect(screen.getByRole('button', ofSweater)).toHaveAttribute('aria-pressed', 'false');
    answer = { body: noted };
    await user.click(screen.getByRole('button', ofSweater));
    expect(await screen.findByText('Added to the note for your next box: Sweater.')).toBeVisible();
    expect(screen.getByRole('button', ofSweater)).not.toHaveAccessibleDescription();
  });
});
