import { screen, waitFor, within } from '@testing-library/react';
import { dana } from '~test/boxes';
import { openPage } from '~test/openPage';
import { holdSession, serve } from '~test/server';

beforeEach(holdSession);

async function open() {
  serve({
    'GET /account': { body: dana },
    'GET /referrals?page=0&limit=10&sort_field=created_at&sort_order=asc': {
      body: { referrals: [], page: 0, limit: 10, total: 0 },
    },
    'GET /orders': { body: { orders: [] } },
  });
  const opened = openPage('/refer/friend');
  const nav = within(await screen.findByRole('navigation', { name: 'Members' }));
  const menu = nav.getByRole('button', { name: 'Menu' });
  await opened.user.click(menu);
  expect(menu).toHaveAttribute('aria-expanded', 'true');
  return { ...opened, nav, menu };
}

test('a press on the open screen’s entry closes the phone’s menu, and the focus stays', async () => {
  const { user, nav, menu, path } = await open();
  await user.click(nav.getByRole('link', { name: 'Refer a friend' }));
  await waitFor(() => expect(menu).toHaveAttribute('aria-expanded', 'false'));
  expect(menu).toHaveFocus();
  expect(path()).toBe('/refer/friend');
});

test('a press on another entry opens its screen, whose heading gets the focus', async () => {
  const { user, nav, menu, path } = await open();
  await user.click(nav.getByRole('link', { name: 'Orders' }));
  await waitFor(() => expect(path()).toBe('/orderhistory'));
  expect(menu).toHaveAttribute('aria-expanded', 'false');
  await waitFor(() => expect(screen.getByRole('heading', { level: 1 })).toHaveFocus());
});

test.each([
  ['/orderhistory', 'Orders', 'page'],
  ['/orderhistory/o1', 'Orders', 'true'],
  ['/account/purchase-history', 'Orders', 'true'],
  ['/account/stylist-notes', 'Orders', 'true'],
  ['/account/management', 'Account', 'page'],
  ['/manage/subscription', 'Account', 'true'],
  ['/change/payment', 'Account', 'true'],
  ['/edit-profile/style', 'Style profile', 'true'],
  ['/dashboard', 'Dashboard', 'page'],
])('on %s the entry %s is marked, and no other', async (path, name, mark) => {
  serve({ 'GET /account': { body: dana }, 'GET /orders': { body: { orders: [] } } });
  openPage(path);
  const nav = within(await screen.findByRole('navigation', { name: 'Members' }));
  const marked = nav.getAllByRole('link').filter((link) => link.hasAttribute('aria-current'));
  expect(marked.map(({ textContent }) => textContent)).toEqual([name]);
  expect(marked[0]).toHaveAttribute('aria-current', mark);
});
