import { act, screen, waitFor, within } from '@testing-library/react';
import { toast } from 'sonner';
import { ann } from '~test/accounts';
import { box, dana } from '~test/boxes';
import { openPage } from '~test/openPage';
import { done, serveOrdering } from '~test/ordering';
import { type Answer, holdSession, serve } from '~test/server';
import { offered } from '~test/themeBoxes';

const question = 'Would you like your stylist to curate a Theme Box for you?';
const boxes = () => screen.findByRole('radiogroup', { name: /^Theme boxes/ });
const next = () => screen.getByRole('button', { name: 'Continue' });
const order = () => screen.getByRole('button', { name: 'ORDER THIS BOX' });
/** Waits until the page knows what the button orders. */
const ready = () => screen.findByRole('button', { name: 'ORDER THIS BOX' });

test.each(['/theme/box', '/order-theme-box'])('a visitor chooses on %s and goes on to register', async (path) => {
  serve({ 'GET /current_themeboxes': offered });
  const page = openPage(path);
  expect(await screen.findByRole('heading', { level: 1, name: question })).toBeVisible();
  const group = await boxes();
  expect(within(group).getAllByRole('radio')).toHaveLength(9);
  expect(within(group).getByText('Five days, one good blazer and everything that goes under it.')).toBeVisible();
  expect(screen.queryByRole('navigation', { name: 'Members' })).not.toBeInTheDocument();

  await page.user.click(within(group).getByRole('radio', { name: /^Date Night/ }));
  await page.user.click(next());
  expect(await screen.findByRole('heading', { level: 1, name: 'Create Account' })).toBeVisible();
  expect(page.path()).toBe('/register-themebox');
  const chosen = await screen.findByRole('region', { name: 'Your theme box' });
  expect(chosen).toHaveTextContent(/Thank you for choosing.*Date Night/);
});

test('Continue is blocked until a theme box is chosen, and says so', async () => {
  serve({ 'GET /current_themeboxes': offered });
  const { user, path } = openPage('/theme/box');
  const group = await boxes();
  expect(next()).toHaveAttribute('aria-disabled', 'true');
  await user.click(next());
  expect(next()).toHaveAccessibleDescription('Still needed: a theme box');
  expect(group).toHaveFocus();
  expect(group).toHaveAccessibleDescription('Required');
  expect(path()).toBe('/theme/box');
});

test('a choice can be made by keyboard, and survives a reload', async () => {
  serve({ 'GET /current_themeboxes': offered });
  const { user, unmount } = openPage('/theme/box');
  const group = await boxes();
  within(group)
    .getByRole('radio', { name: /^The Workweek/ })
    .focus();
  await user.keyboard(' ');
  await user.keyboard('{ArrowDown}');
  expect(within(group).getByRole('radio', { name: /^Weekend Away/ })).toBeChecked();
  // The sign-up does not have the choice before Continue.
  expect(sessionStorage.getItem('stylebox.selectedThemebox')).toBeNull();
  unmount();

  openPage('/order-theme-box');
  expect(within(await boxes()).getByRole('radio', { name: /^Weekend Away/ })).toBeChecked();
});

test('a visitor can go on without a theme box', async () => {
  sessionStorage.setItem('stylebox.selectedThemebox', 'date_night');
  serve({ 'GET /current_themeboxes': offered });
  const { user } = openPage('/theme/box');
  await boxes();
  await user.click(screen.getByRole('link', { name: /^No, thank you/ }));
  expect(await screen.findByRole('heading', { level: 1, name: "Let's Do Intros" })).toBeVisible();
  expect(sessionStorage.getItem('stylebox.selectedThemebox')).toBeNull();
});

test('theme boxes that do not load can be loaded again', async () => {
  let works = false;
  serve({ 'GET /current_themeboxes': () => (works ? offered : { status: 500, body: { error: 'unexpected' } }) });
  const { user } = openPage('/theme/box');
  expect(await screen.findByText('We can’t show the theme boxes right now.')).toBeVisible();
  works = true;
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await boxes()).toBeVisible();
});

test('a customer sees the members’ frame, and the choice is stored', async () => {
  holdSession();
  const { to } = serve({
    'GET /current_themeboxes': offered,
    'GET /account': { body: ann },
    'GET /orders': { body: { orders: [] } },
    'PATCH /style_profiles/current': { body: { responses: {}, stats: {} } },
  });
  const { user, path } = openPage('/theme/box');
  const group = await boxes();
  expect(screen.getByRole('navigation', { name: 'Members' })).toBeVisible();
  await user.click(within(group).getByRole('radio', { name: /^Cold Snap/ }));
  expect(sessionStorage.getItem('stylebox.selectedThemebox')).toBeNull();
  await user.click(await ready());
  expect(await screen.findByText('Your choice is kept: Cold Snap.')).toBeVisible();
  // Ann has no card: the form of the order names it.
  await waitFor(() => expect(path()).toBe('/customize/order/order'));
  expect(to('PATCH /style_profiles/current')[0]?.body).toEqual({ responses: { themebox: 'cold_snap' } });
  expect(sessionStorage.getItem('stylebox.selectedThemebox')).toBe('cold_snap');
});

/** A customer without a card, whose choice is saved as `save` answers. */
const choosing = (save: () => Answer) =>
  serve({
    'GET /current_themeboxes': offered,
    'GET /account': { body: ann },
    'GET /orders': { body: { orders: [] } },
    'PATCH /style_profiles/current': save,
  });

test.each([
  ['refused', { status: 422, body: { errors: { form_invalid: 'No such theme.' } } }, 'No such theme.'],
  ['not carried out', { status: 503, body: { error: 'Please come back later.' } }, 'Please come back later.'],
])('the message of a choice that is %s shows below the button until it is pressed again', async (_, refused, why) => {
  holdSession();
  const answers: Answer[] = [refused];
  const { to } = choosing(() => answers.shift() ?? { body: { responses: {}, stats: {} } });
  const { user, path } = openPage('/theme/box');
  await user.click(within(await boxes()).getByRole('radio', { name: /^Cold Snap/ }));
  await user.click(await ready());
  await waitFor(() => expect(order()).toHaveAccessibleDescription(why));
  await waitFor(() => expect(screen.getAllByText(why)).toHaveLength(2));
  act(() => void toast.dismiss());
  expect(order()).toHaveAccessibleDescription(why);
  expect(path()).toBe('/theme/box');
  expect(to('PATCH /style_profiles/current')).toHaveLength(1);
  await user.click(order());
  await waitFor(() => expect(path()).toBe('/customize/order/order'));
});

test('a choice that cannot be saved without a network shows no message, because the tab has the choice', async () => {
  holdSession();
  const { to } = choosing(() => {
    throw new TypeError('Failed to fetch');
  });
  const { user, path } = openPage('/theme/box');
  await user.click(within(await boxes()).getByRole('radio', { name: /^Cold Snap/ }));
  await user.click(await ready());
  await waitFor(() => expect(path()).toBe('/customize/order/order'));
  expect(to('PATCH /style_profiles/current')).toHaveLength(1);
  expect(screen.queryByText(/cannot be reached/)).toBeNull();
  expect(sessionStorage.getItem('stylebox.selectedThemebox')).toBe('cold_snap');
});

test('a visitor with an ended session sees no members’ frame', async () => {
  holdSession();
  serve({
    'GET /current_themeboxes': offered,
    'GET /account': { status: 401, body: { errors: { not_authorized: 'Not authorized to perform this action' } } },
  });
  const { path } = openPage('/order-theme-box');
  await boxes();
  expect(screen.queryByRole('navigation', { name: 'Members' })).not.toBeInTheDocument();
  await waitFor(() => expect(path()).toBe('/order-theme-box'));
});

const terms = () => screen.findByText(/^Arrives on/);

test.each(['/theme/box', '/order-theme-box'])('%s: a customer orders the box, once', async (path) => {
  const server = serveOrdering();
  const page = openPage(path);
  await page.user.click(within(await boxes()).getByRole('radio', { name: /^Cold Snap/ }));
  expect(await terms()).toHaveTextContent(
    'Arrives on Saturday, November 28: 118 Nicollet Mall, Minneapolis, MN 55401. Styling fee $20.00, Visa ending in 4242. ' +
      'Charged when your box is styled, and taken off the price of whatever you keep. You can still cancel until styling begins.',
  );
  await page.user.dblClick(await ready());
  await screen.findByText('Your box is ordered.');
  await waitFor(() => expect(page.path()).toBe('/dashboard'));
  expect(server.to('POST /orders').map(({ body }) => body)).toEqual([
    {
      order: {
        customer_pick_up: false,
        ship_by_date: '2026-11-28',
        themebox_sign_up: true,
        themebox: 'cold_snap',
      },
    },
  ]);
  expect(sessionStorage.getItem('stylebox.selectedThemebox')).toBeNull();
});

test.each([
  ['no address', { shipping_addresses: [] }],
  ['a card that has ended', { cc_expiration: '10/26' }],
  ['no frequency', { subscription_type: null }],
])('%s: the form of the order opens with the theme', async (_, account) => {
  const server = serveOrdering({
    account,
    more: { 'PATCH /style_profiles/current': { body: { responses: {}, stats: {} } } },
  });
  const { user, path } = openPage('/theme/box');
  await user.click(within(await boxes()).getByRole('radio', { name: /^Cold Snap/ }));
  await user.click(await ready());
  await waitFor(() => expect(path()).toBe('/customize/order/order'));
  expect(await screen.findByRole('radio', { name: 'Cold Snap' })).toBeChecked();
  expect(server.to('POST /orders')).toHaveLength(0);
});

test('if the terms of a box have changed, they are shown before the box is ordered', async () => {
  let account = { ...dana, first_timer: false };
  const server = serveOrdering({ more: { 'GET /account': () => ({ body: account }) } });
  const { user, path } = openPage('/theme/box');
  await user.click(within(await boxes()).getByRole('radio', { name: /^Cold Snap/ }));
  expect(await terms()).toHaveTextContent('118 Nicollet Mall');
  const [home] = dana.shipping_addresses;
  account = { ...account, shipping_addresses: home ? [{ ...home, shipping_line_1: '12 Main Street' }] : [] };
  await user.click(await ready());
  await waitFor(async () => expect(await terms()).toHaveTextContent('12 Main Street'));
  await waitFor(() => expect(order()).toHaveAccessibleDescription(/^The details of your box have changed\./));
  expect(server.to('POST /orders')).toHaveLength(0);
  await user.click(await ready());
  await waitFor(() => expect(path()).toBe('/dashboard'));
});

test('a theme that is chosen here replaces the one that the form of an order stored', async () => {
  sessionStorage.setItem('stylebox.draft.order.delivery', JSON.stringify({ theme: 'weekend_away', note: 'A wedding' }));
  serveOrdering({
    account: { subscription_type: null },
    more: { 'PATCH /style_profiles/current': { body: { responses: {}, stats: {} } } },
  });
  const { user, path } = openPage('/theme/box');
  await user.click(within(await boxes()).getByRole('radio', { name: /^Cold Snap/ }));
  await user.click(await ready());
  await waitFor(() => expect(path()).toBe('/customize/order/order'));
  expect(await screen.findByRole('radio', { name: 'Cold Snap' })).toBeChecked();
  expect(screen.getByRole('textbox', { name: 'What is this box for?' })).toHaveValue('A wedding');
});

test('a customer with a box under way is told so', async () => {
  serveOrdering({
    orders: [box(), done],
    more: { 'PATCH /style_profiles/current': { body: { responses: {}, stats: {} } } },
  });
  const { user } = openPage('/theme/box');
  await user.click(within(await boxes()).getByRole('radio', { name: /^Cold Snap/ }));
  await user.click(await ready());
  expect(await screen.findByRole('heading', { level: 1, name: 'You have a box under way' })).toBeVisible();
});

test('without a network nothing is ordered, and the choice stays', async () => {
  const server = serveOrdering({
    more: {
      'POST /orders': () => {
        throw new TypeError('Failed to fetch');
      },
    },
  });
  const { user, path, unmount } = openPage('/theme/box');
  await user.click(within(await boxes()).getByRole('radio', { name: /^Cold Snap/ }));
  await user.click(await ready());
  await waitFor(() => expect(server.to('POST /orders')).toHaveLength(1));
  await waitFor(() => expect(order()).toHaveAttribute('aria-disabled', 'false'));
  expect(order()).toHaveAccessibleDescription(/^We cannot be reached right now\./);
  expect(path()).toBe('/theme/box');
  unmount();
  openPage('/theme/box');
  expect(within(await boxes()).getByRole('radio', { name: /^Cold Snap/ })).toBeChecked();
});

test('a refused order opens the form of the order, with the reason above it', async () => {
  const why = 'This theme box is sold out.';
  const server = serveOrdering({
    more: {
      'POST /orders': { status: 409, body: { errors: { sold_out: why } } },
      'PATCH /style_profiles/current': { body: { responses: {}, stats: {} } },
    },
  });
  const { user, path } = openPage('/theme/box');
  await user.click(within(await boxes()).getByRole('radio', { name: /^Cold Snap/ }));
  await terms();
  await user.click(await ready());
  await waitFor(() => expect(path()).toBe('/customize/order/order'));
  expect(await screen.findByRole('group', { name: why })).toBeVisible();
  act(() => void toast.dismiss());
  expect(screen.getByRole('group', { name: why })).toBeVisible();
  expect(server.to('POST /orders')).toHaveLength(1);
  // After a reload the screen would get this state again.
  expect(window.history.state).toMatchObject({ usr: null });
});

const none = { body: { results: [] } };

test('a visitor is told that there are no theme boxes, and can sign up without one', async () => {
  serve({ 'GET /current_themeboxes': none });
  const { user, path } = openPage('/theme/box');
  expect(await screen.findByText(/^There are no theme boxes right now/)).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Continue' })).toBeNull();
  await user.click(screen.getByRole('link', { name: 'Sign up without a theme' }));
  await waitFor(() => expect(path()).toBe('/register'));
});

test('a customer is told that there are no theme boxes, and led to an order without one', async () => {
  serveOrdering({ more: { 'GET /current_themeboxes': none } });
  const { user, path } = openPage('/theme/box');
  await user.click(await screen.findByRole('link', { name: 'Order a box without a theme' }));
  await waitFor(() => expect(path()).toBe('/customize/order/order'));
});
