import { screen, within } from '@testing-library/react';
import { box } from '~test/boxes';
import { everShown } from '~test/everShown';
import { completed, heading, headings, main, openHistory, pages } from '~test/history';
import { holdSession } from '~test/server';

beforeEach(holdSession);

describe('the stylist notes', () => {
  test('show the completed orders, the newest delivery first, each once', async () => {
    const newest = completed({ id: 'o2', code: 'SB-2', delivery_date: '2026-11-20' });
    const { user } = openHistory(
      '/account/stylist-notes',
      pages([completed(), newest, completed(), box({ id: 'o3' })]),
    );
    expect(await heading('November 20, 2026')).toBeVisible();
    expect(headings(2)).toEqual(['November 20, 2026', 'November 19, 2026']);
    const order = within(main().getByRole('article', { name: 'November 19, 2026' }));
    expect(order.getByText('Box SB-1')).toBeVisible();
    // Only the newest is open; the others have a summary.
    expect(order.queryByText('Try the skirt first.')).toBeNull();
    expect(order.getByText('Gallery Saturday · Sunday, slowly')).toBeVisible();
    await user.click(order.getByRole('button', { name: 'November 19, 2026' }));
    expect(order.getByText('Try the skirt first.')).toBeVisible();
    expect(order.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)).toEqual([
      'OUTFIT 1 Gallery Saturday',
      'OUTFIT 2 Sunday, slowly',
    ]);
    expect(order.getByText('Half-tuck the knit.')).toBeVisible();
    expect(order.getAllByText('Marlowe')).toHaveLength(5);
  });

  test('show the customer’s note and the letter of a box that the program composed, which is not called an answer', async () => {
    const composed = 'Dear Ann,\n\nChosen for you from your style profile.\n\nMarlowe';
    openHistory(
      '/account/stylist-notes',
      pages([completed({ on_demand_customer_msg: 'A wedding in May.', stylist_note: composed })]),
    );
    expect((await screen.findByText('You wrote')).closest('figure')).toHaveTextContent('A wedding in May.');
    expect(screen.getByText('The letter in your box').closest('figure')).toHaveTextContent(
      'Chosen for you from your style profile. Marlowe',
    );
    expect(main().queryByText(/answered|stylist wrote/)).toBeNull();
  });

  test('fold a text of more than six lines until it is opened', async () => {
    // jsdom has no layout, so these are the heights of eight lines of 20 pixels, six of them visible.
    const heights = [
      jest.spyOn(Element.prototype, 'scrollHeight', 'get').mockReturnValue(160),
      jest.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(120),
    ];
    const letter = Array.from({ length: 8 }, (_, line) => `Line ${line}`).join('\n');
    const cameLater = everShown(() => screen.queryByText(/Line 7/) !== null && screen.queryByText('Show all') === null);
    const { user } = openHistory('/account/stylist-notes', pages([completed({ outfits: [], stylist_note: letter })]));
    const more = await screen.findByRole('button', { name: 'Show all of the letter' });
    expect(cameLater()).toBe(false);
    expect(more).toHaveAttribute('aria-expanded', 'false');
    const text = document.getElementById(more.getAttribute('aria-controls') ?? '');
    expect(text).toHaveAttribute('data-folded', 'true');
    await user.click(more);
    expect(text).toHaveAttribute('data-folded', 'false');
    expect(screen.getByRole('button', { name: 'Show less of the letter' })).toHaveAttribute('aria-expanded', 'true');
    for (const height of heights) height.mockRestore();
  });

  test('do not fold a short text', async () => {
    openHistory('/account/stylist-notes', pages([completed()]));
    expect(await screen.findByText('Try the skirt first.')).toBeVisible();
    expect(screen.queryByRole('button', { name: /^Show all/ })).toBeNull();
  });

  test('lead to the account', async () => {
    openHistory('/account/stylist-notes', pages([]));
    expect(await heading('No notes yet')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Account Management' })).toHaveAttribute(
      'href',
      '/members/account/management',
    );
  });
});
