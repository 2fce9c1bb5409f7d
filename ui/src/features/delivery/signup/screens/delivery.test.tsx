import { act, screen, waitFor, within } from '@testing-library/react';
import { setClock } from '~/lib/time/clock';
import type { Order } from '~/api/order/orders';
import { dana } from '~test/boxes';
import { openPage } from '~test/openPage';
import { done } from '~test/ordering';
import { answered, locations, questions, serveQuiz, shuffle } from '~test/quiz';

// Friday, November 20, 2026, 9 in the morning in Chicago; Thanksgiving is Thursday, November 26.
const friday = '2026-11-20T15:00:00Z';
const next = async () => {
  const buttons = await screen.findAllByRole('button', { name: 'Next' });
  const [button] = buttons.filter((candidate) => !candidate.closest('.calendar'));
  if (!button) throw new Error('The step has no Next.');
  return button;
};
const day = (name: RegExp) => screen.findByRole('button', { name });

test('a blocked day says why, in text and to screen readers, and cannot be chosen', async () => {
  const server = serveQuiz({ now: friday });
  const { user } = openPage('/quiz/delivery');
  const sunday = await day(/Sunday, November 22, 2026/);
  expect(sunday).toHaveAttribute('aria-disabled', 'true');
  expect(sunday).toHaveAccessibleDescription('We do not deliver on Sundays.');
  expect(await day(/Wednesday, November 25, 2026/)).toHaveAccessibleDescription(
    'It is too late in the week for this day. Please choose Thursday or later.',
  );
  expect(await day(/Thursday, November 26, 2026/)).toHaveAccessibleDescription(/holiday/);
  expect(await day(/Thursday, November 19, 2026/)).toHaveAccessibleDescription('This day has passed.');

  await user.hover(sunday);
  expect(screen.getByText(': We do not deliver on Sundays.', { exact: false })).toHaveTextContent(
    'Sunday, November 22: We do not deliver on Sundays.',
  );
  await user.click(sunday);
  expect(sunday.closest('[role="gridcell"]')).not.toHaveAttribute('aria-selected', 'true');
  await new Promise(process.nextTick);
  expect(server.saves()).toHaveLength(0);
});

test('the date that core proposes is preselected; another open day can be chosen and is saved', async () => {
  const server = serveQuiz({ now: friday });
  const { user } = openPage('/quiz/delivery');
  // November 24 and 25 are past Friday's cut-off, 26 and 27 are holidays: the first open day is Saturday.
  expect(await day(/Saturday, November 28, 2026 selected/)).toBeVisible();
  await user.click(await day(/Monday, November 30, 2026/));
  await waitFor(() => expect(server.saved()['ship_by_date']).toBe('2026-11-30'));
  expect(await day(/Monday, November 30, 2026 selected/)).toBeVisible();
});

describe('a member', () => {
  const open = (orders: Order[]) => {
    serveQuiz({
      now: friday,
      responses: answered,
      more: { 'GET /account': { body: dana }, 'GET /orders': { body: { orders } } },
    });
    return openPage('/quiz/delivery');
  };

  test('who has had a box is led to the subscription screen to change how often boxes come', async () => {
    const { path } = open([done]);
    await waitFor(() => expect(path()).toBe('/manage/subscription'));
  });

  test('whose first order could not be made chooses here', async () => {
    const { path } = open([]);
    expect(await next()).toBeVisible();
    expect(path()).toBe('/quiz/delivery');
  });
});

test('the arrow keys move through the days', async () => {
  const server = serveQuiz({ now: friday });
  const { user } = openPage('/quiz/delivery');
  const first = await day(/Saturday, November 28, 2026/);
  act(() => first.focus());
  await user.keyboard('{ArrowRight}');
  expect(await day(/Sunday, November 29, 2026/)).toHaveFocus();
  expect(screen.getByText(': We do not deliver on Sundays.', { exact: false })).toBeVisible();
  await user.keyboard('{ArrowRight}{Enter}');
  await waitFor(() => expect(server.saved()['ship_by_date']).toBe('2026-11-30'));
});

test('a frequency is required; frequency and date are saved, and the last page before the card opens', async () => {
  const server = serveQuiz({ now: friday, responses: answered });
  const { user, path } = openPage('/quiz/delivery');
  await user.click(await next());
  expect(screen.getByText('Still needed: How often?')).toBeVisible();
  expect(screen.queryByText(/still open/)).toBeNull();
  await user.click(screen.getByRole('radio', { name: /^Every Other Month/ }));
  await user.click(await next());
  await waitFor(() =>
    expect(server.saved()).toMatchObject({ subscription_type: 'subscription_60_day', ship_by_date: '2026-11-28' }),
  );
  expect(await screen.findByRole('heading', { level: 1, name: 'Almost ready' })).toBeVisible();
  expect(path()).toBe('/quiz/confirmation');
  expect(screen.getByText('$1')).toBeVisible();
  expect(screen.getByText('5 days')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Enter payment details' })).toHaveAttribute(
    'href',
    '/members/payment/billing',
  );
  await user.click(screen.getByRole('button', { name: 'Back' }));
  await waitFor(() => expect(path()).toBe('/quiz/delivery'));
});

test('if the chosen day has closed meanwhile, the screen says so and proposes another', async () => {
  serveQuiz({ now: friday, responses: { ship_by_date: '2026-11-23', subscription_type: 'subscription_30_day' } });
  openPage('/quiz/delivery');
  expect(await screen.findByText(/can no longer be chosen/)).toBeVisible();
  expect(await day(/Saturday, November 28, 2026 selected/)).toBeVisible();
});

test('if the chosen day passes while the screen is open, the calendar shows the newly proposed day', async () => {
  const responses = { ...answered, ship_by_date: '2026-11-30', subscription_type: 'subscription_30_day' };
  serveQuiz({ now: friday, responses });
  const { user, path } = openPage('/quiz/delivery');
  expect(await day(/Monday, November 30, 2026 selected/)).toBeVisible();
  setClock('2026-12-11T15:00:00Z', Date.now());
  await user.click(await next());
  expect(await screen.findByText(/can no longer be chosen. This day has passed./)).toHaveTextContent(
    'Monday, November 30',
  );
  expect(screen.getByRole('button', { name: /December .*2026 selected/ })).toBeVisible();
  expect(path()).toBe('/quiz/delivery');
});

test('a skipped step of the quiz is listed with a link, and must be answered before leaving the quiz', async () => {
  const { bottom_size: _passed, ...others } = answered;
  serveQuiz({ now: friday, responses: { ...others, subscription_type: 'subscription_30_day' } });
  const { user, path } = openPage('/quiz/delivery');
  expect(await next()).toHaveAttribute('aria-disabled', 'true');
  await user.click(await next());
  expect(screen.getByText('Still needed: On the bottom')).toBeVisible();
  expect(path()).toBe('/quiz/delivery');
  expect(screen.getByText(/One thing is still open/).parentElement).toHaveFocus();
  await user.click(screen.getByRole('link', { name: 'On the bottom' }));
  expect(path()).toBe('/quiz/6');
});

test('a shuffle with too few swipes is still open', async () => {
  serveQuiz({ now: friday, responses: { ...answered, style_shuffle: { [shuffle[0]?.id ?? '']: 'like' } } });
  openPage('/quiz/delivery');
  const [deck] = questions.filter(({ ref }) => ref === 'style_shuffle');
  expect(await screen.findByRole('link', { name: deck?.title ?? '' })).toHaveAttribute('href', '/members/quiz/11');
});

test('the last page before the card says what is missing for a first box', async () => {
  serveQuiz({ now: friday, responses: answered });
  openPage('/quiz/confirmation');
  expect(await screen.findByRole('link', { name: 'How often, and when first?' })).toHaveAttribute(
    'href',
    '/members/quiz/delivery',
  );
});

test('if many steps were skipped, only the first is linked', async () => {
  serveQuiz({ now: friday, responses: { subscription_type: 'subscription_30_day' } });
  const { user } = openPage('/quiz/delivery');
  const [first] = questions;
  expect(await screen.findByRole('link', { name: `Continue at “${first?.title}”` })).toHaveAttribute(
    'href',
    '/members/quiz/1',
  );
  expect(screen.queryByRole('link', { name: 'On the bottom' })).toBeNull();
  await user.click(await next());
  expect(screen.getByText(/^Still needed: \d+ steps of your quiz$/)).toBeVisible();
});

test('if the session ends while the step is open, the screen says so, with a way back', async () => {
  serveQuiz({
    now: friday,
    more: { 'PATCH /style_profiles/profile-1': { status: 401, body: { errors: { not_authorized: 'x' } } } },
  });
  const { user, path } = openPage('/quiz/delivery');
  await user.click(await screen.findByRole('radio', { name: /^Every Quarter/ }));
  const alert = await screen.findByRole('alert');
  await waitFor(() => expect(alert).toHaveTextContent('You are no longer signed in. Sign in to continue.'));
  expect(path()).toBe('/quiz/delivery');
  await user.click(within(alert).getByRole('link', { name: 'Sign in' }));
  expect(await screen.findByRole('heading', { level: 1, name: 'Welcome back' })).toBeVisible();
  expect(sessionStorage.getItem('stylebox.redirectTo')).toBe('/quiz/delivery');
});

test('a day that the server refuses shows a message at the calendar, and screen readers get it once, from the toast', async () => {
  const why = 'This day has just filled up.';
  serveQuiz({
    now: friday,
    onSave: () => ({
      status: 422,
      body: { errors: { form_invalid: 'x' }, issues: [{ field: 'ship_by_date', code: 'date_invalid', message: why }] },
    }),
  });
  const { user } = openPage('/quiz/delivery');
  await user.click(await day(/Monday, November 30, 2026/));
  const toast = await screen.findByText(new RegExp(`^“.*”: ${why}$`));
  expect(toast.closest('[aria-hidden=true]')).toBeNull();
  const question = screen.getByRole('region', { name: /^The day your first box arrives/ });
  expect(question).toHaveAccessibleDescription(why);
  expect(within(question).queryByRole('alert')).toBeNull();
});

test('if the stores cannot be loaded, the question about returns says so and can load them again', async () => {
  let works = false;
  serveQuiz({
    now: friday,
    more: { 'GET /locations': () => (works ? { body: { locations } } : { status: 500, body: null }) },
  });
  const { user } = openPage('/quiz/delivery');
  expect(await screen.findByText(/^Our stores could not be loaded\./)).toBeVisible();
  works = true;
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('combobox', { name: /\(optional\)$/ })).toBeVisible();
});
