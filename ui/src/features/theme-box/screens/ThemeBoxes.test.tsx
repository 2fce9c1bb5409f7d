import { screen, waitFor, within } from '@testing-library/react';
import { ann } from '~test/accounts';
import { openPage } from '~test/openPage';
import { holdSession, serve } from '~test/server';
import { offered } from '~test/themeBoxes';

const question = 'Would you like your stylist to curate a Theme Box for you?';
const boxes = () => screen.findByRole('radiogroup', { name: /^Theme boxes/ });
const next = () => screen.getByRole('button', { name: 'Continue' });

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

test('a choice can be made with the keyboard, and outlives a reload', async () => {
  serve({ 'GET /current_themeboxes': offered });
  const { user, unmount } = openPage('/theme/box');
  const group = await boxes();
  within(group)
    .getByRole('radio', { name: /^The Workweek/ })
    .focus();
  await user.keyboard(' ');
  await user.keyboard('{ArrowDown}');
  expect(within(group).getByRole('radio', { name: /^Weekend Away/ })).toBeChecked();
  // It is no choice of the sign-up before Continue.
  expect(sessionStorage.getItem('stylebox.selectedThemebox')).toBeNull();
  unmount();

  openPage('/order-theme-box');
  expect(within(await boxes()).getByRole('radio', { name: /^Weekend Away/ })).toBeChecked();
});

test('a visitor can say no', async () => {
  sessionStorage.setItem('stylebox.selectedThemebox', 'date_night');
  serve({ 'GET /current_themeboxes': offered });
  const { user } = openPage('/theme/box');
  await boxes();
  await user.click(screen.getByRole('link', { name: /^No, thank you/ }));
  expect(await screen.findByRole('heading', { level: 1, name: "Let's Do Intros" })).toBeVisible();
  expect(sessionStorage.getItem('stylebox.selectedThemebox')).toBeNull();
});

test('theme boxes that do not load can be tried again', async () => {
  let works = false;
  serve({ 'GET /current_themeboxes': () => (works ? offered : { status: 500, body: { error: 'unexpected' } }) });
  const { user } = openPage('/theme/box');
  expect(await screen.findByText('We can’t show the theme boxes just now.')).toBeVisible();
  works = true;
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await boxes()).toBeVisible();
});

test('a customer sees the members’ frame, and the choice is kept', async () => {
  holdSession();
  const { to } = serve({
    'GET /current_themeboxes': offered,
    'GET /account': { body: ann },
    'GET /orders': { body: { orders: [] } },
    'PATCH /style_profiles/current': { body: { responses: {}, stats: {} } },
  });
  const { user } = openPage('/theme/box');
  const group = await boxes();
  expect(screen.getByRole('navigation', { name: 'Members' })).toBeVisible();
  await user.click(within(group).getByRole('radio', { name: /^Cold Snap/ }));
  expect(sessionStorage.getItem('stylebox.selectedThemebox')).toBeNull();
  await user.click(next());
  expect(await screen.findByText('Your choice is kept: Cold Snap.')).toBeVisible();
  expect(await screen.findByRole('heading', { level: 1, name: /Ann/ })).toBeVisible();
  expect(to('PATCH /style_profiles/current')[0]?.body).toEqual({ responses: { themebox: 'cold_snap' } });
  expect(sessionStorage.getItem('stylebox.selectedThemebox')).toBe('cold_snap');
});

test.each([
  ['that is refused shows a toast', { status: 422, body: { errors: { form_invalid: 'No such theme.' } } }, 1],
  ['without a network says nothing, as the tab has the choice', null, 0],
])('a save of the choice %s', async (_, answer, count) => {
  holdSession();
  const { to } = serve({
    'GET /current_themeboxes': offered,
    'GET /account': { body: ann },
    'GET /orders': { body: { orders: [] } },
    'PATCH /style_profiles/current': () => {
      if (answer === null) throw new TypeError('Failed to fetch');
      return answer;
    },
  });
  const { user } = openPage('/theme/box');
  await user.click(within(await boxes()).getByRole('radio', { name: /^Cold Snap/ }));
  await user.click(next());
  expect(await screen.findByRole('heading', { level: 1, name: /Ann/ })).toBeVisible();
  expect(to('PATCH /style_profiles/current')).toHaveLength(1);
  await waitFor(() => expect(screen.queryAllByText('No such theme.')).toHaveLength(count));
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
