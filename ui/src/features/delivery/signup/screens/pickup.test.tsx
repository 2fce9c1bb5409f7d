import { act, screen, waitFor, within } from '@testing-library/react';
import { statusQuery } from '~/api/status';
import { noticeReach } from '~/lib/reach';
import { ann } from '~test/accounts';
import { openPage } from '~test/openPage';
import { answered, locations, serveQuiz } from '~test/quiz';
import { holdSession } from '~test/server';

// Friday, November 20, 2026, 9 in the morning in Chicago; Thanksgiving, a holiday of the stores, is Thursday, November 26.
const friday = '2026-11-20T15:00:00Z';
const edina = 'Minnesota - Edina Galleria';
const picksUp = 'I will pick it up';
const planned = { delivery_style: picksUp, preferred_store: edina, ship_by_date: '2026-11-24' };

const store = (name: string | RegExp) => screen.findByRole('radio', { name });
const day = (name: RegExp) => screen.findByRole('button', { name });
const next = async () => (await screen.findAllByRole('button', { name: 'Next' })).at(-1) as HTMLElement;

/** Opens the plan's screen as a visitor. The server's time is loaded once the screen shows. */
function openPlan() {
  const page = openPage('/schedule-pickup');
  void page.client.prefetchQuery(statusQuery);
  return page;
}

/** The visitor's answers that the tab stores. */
const kept = () => JSON.parse(sessionStorage.getItem('stylebox.visitor.answers') ?? 'null')?.unsent ?? {};

describe('planning a pick-up', () => {
  test('Next stays blocked until a store and a day are chosen, and says what is missing', async () => {
    serveQuiz({ now: friday, visiting: true });
    const { user, path } = openPlan();
    expect(await next()).toHaveAttribute('aria-disabled', 'true');
    await user.click(await next());
    expect(screen.getByText('Still needed: A store, A day')).toBeVisible();
    expect(screen.getByRole('radiogroup', { name: /Where would you like to pick it up/ })).toHaveFocus();
    await user.click(await store(/^Edina Galleria/));
    await user.click(await next());
    expect(screen.getByText('Still needed: A day')).toBeVisible();
    await user.click(await day(/Tuesday, November 24, 2026/));
    expect(await next()).toHaveAttribute('aria-disabled', 'false');
    expect(path()).toBe('/schedule-pickup');
  });

  test('neither No Preference nor a hidden store is offered; stores are found by city, state and ZIP', async () => {
    serveQuiz({ now: friday, visiting: true });
    const { user } = openPlan();
    await store(/^Edina Galleria/);
    expect(screen.queryByRole('radio', { name: /No Preference/ })).toBeNull();
    expect(screen.queryByRole('radio', { name: /Ridgeview Mall/ })).toBeNull();
    const search = screen.getByRole('searchbox', { name: 'Find by city, state or ZIP' });
    for (const [words, name] of [
      ['saint paul', 'Grand Avenue'],
      ['Virginia', 'Old Town'],
      ['98107', 'Ballard'],
      ['St. Paul', 'Grand Avenue'],
      ['minnesota ＳＴ', 'Grand Avenue'],
      ['Denver, CO', 'Cherry Creek North'],
      ['seattle wash', 'Ballard'],
    ] as const) {
      await user.clear(search);
      await user.type(search, words);
      expect(screen.getAllByRole('radio', { name: /, [A-Z]{2}$/ })).toHaveLength(1);
      expect(await store(new RegExp(name))).toBeVisible();
    }
    await user.clear(search);
    await user.type(search, 'Paris');
    expect(screen.getByText('No store found for “Paris”.')).toBeVisible();
    await user.click(screen.getByRole('button', { name: /Show all/ }));
    expect(await store(/^Edina Galleria/)).toBeVisible();
  });

  test('the chosen store shows its address, its hours, and when the box can be ready', async () => {
    serveQuiz({ now: friday, visiting: true });
    const { user } = openPlan();
    await user.click(await store(/^Edina Galleria/));
    const details = within(screen.getByRole('region', { name: 'Your store' }));
    expect(details.getByText(/^3510 Marlowe Lane/)).toHaveTextContent('3510 Marlowe LaneEdina, MN 55435');
    expect(details.getByText('10am to 8pm')).toBeVisible();
    expect(await details.findByText(/Expected to be ready from/)).toHaveTextContent('Tuesday, November 24');
  });

  test('a known day stays if it cannot be loaded again', async () => {
    const id = locations.find(({ name }) => name === 'Edina Galleria')?.id ?? '';
    const readyCall = `GET /locations/${id}/estimated_delivery_date`;
    let isDown = false;
    const known = { body: { location_id: id, estimated_delivery_date: '2026-11-24' } };
    serveQuiz({ now: friday, visiting: true, more: { [readyCall]: () => (isDown ? { status: 503 } : known) } });
    const { user, client } = openPlan();
    await user.click(await store(/^Edina Galleria/));
    const details = within(screen.getByRole('region', { name: 'Your store' }));
    expect(await details.findByText(/Expected to be ready from/)).toBeVisible();
    isDown = true;
    const queryKey = ['ready date', id];
    await act(() => client.refetchQueries({ queryKey }));
    expect(client.getQueryState(queryKey)?.status).toBe('error');
    // The screen follows the cache a moment later.
    await act(async () => new Promise((resolve) => setTimeout(resolve)));
    expect(details.getByText(/Expected to be ready from/)).toBeVisible();
  });

  test('a visitor is led on to registration, and the plan is stored', async () => {
    const server = serveQuiz({ now: friday, visiting: true });
    const { user, path } = openPlan();
    await user.click(await store(/^Edina Galleria/));
    await user.click(await day(/Tuesday, November 24, 2026/));
    await user.click(screen.getByRole('radio', { name: 'Yes' }));
    await user.click(await next());
    await waitFor(() => expect(path()).toBe('/register'));
    expect(kept()).toEqual({ ...planned, wants_shoes: true });
    expect(sessionStorage.getItem('stylebox.drtgSignup')).toBe('at home');
    // A visitor who signs in instead comes to the payment.
    expect(sessionStorage.getItem('stylebox.redirectTo')).toBe('/payment/info');
    expect(server.saves()).toHaveLength(0);
  });

  test('the store and the day survive a reload', async () => {
    serveQuiz({ now: friday, visiting: true });
    const first = openPlan();
    await first.user.click(await store(/^Edina Galleria/));
    await first.user.click(await day(/Tuesday, November 24, 2026/));
    first.unmount();
    openPlan();
    expect(await store(/^Edina Galleria/)).toBeChecked();
    expect(await day(/Tuesday, November 24, 2026 selected/)).toBeVisible();
  });

  test('a store that no longer takes pick-ups is named, and only the store is asked for again', async () => {
    serveQuiz({
      now: friday,
      responses: planned,
      stores: () => locations.map((each) => (each.label === edina ? { ...each, pickup: false } : each)),
    });
    const { user } = openPlan();
    expect(await screen.findByText(`${edina} can no longer be chosen. Please choose another store.`)).toBeVisible();
    expect(await day(/Tuesday, November 24, 2026 selected/)).toBeVisible();
    await user.click(await next());
    expect(screen.getByText('Still needed: A store')).toBeVisible();
  });

  test('a day that has passed is named, and only the day is asked for again', async () => {
    serveQuiz({ now: friday, responses: { ...planned, ship_by_date: '2026-11-19' } });
    const { user } = openPlan();
    expect(await screen.findByText(/can no longer be chosen. This day has passed./)).toBeVisible();
    expect(await store(/^Edina Galleria/)).toBeChecked();
    await user.click(await next());
    expect(screen.getByText('Still needed: A day')).toBeVisible();
  });

  test('the chosen store decides which days are open', async () => {
    const days = { transit_days: 4, closed_dates: ['2026-11-29'] };
    serveQuiz({
      now: friday,
      responses: planned,
      stores: () => locations.map((each) => (each.label === edina ? { ...each, store_days: days } : each)),
    });
    openPlan();
    expect(await store(/^Edina Galleria/)).toBeChecked();
    // A box leaves on Friday, November 20, and arrives on Tuesday; that Sunday the store is closed.
    expect(await day(/Monday, November 23, 2026/)).toHaveAttribute('aria-disabled', 'true');
    expect(await day(/Tuesday, November 24, 2026/)).not.toHaveAttribute('aria-disabled', 'true');
    expect(await day(/Sunday, November 29, 2026/)).toHaveAttribute('aria-disabled', 'true');
  });

  test('if the stores cannot be loaded, the list says so and can load them again', async () => {
    let works = false;
    serveQuiz({
      now: friday,
      visiting: true,
      more: { 'GET /locations': () => (works ? { body: { locations } } : { status: 500, body: null }) },
    });
    const { user } = openPlan();
    expect(await screen.findByText('Our stores could not be loaded.')).toBeVisible();
    works = true;
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await store(/^Edina Galleria/)).toBeVisible();
  });
});

describe('once there is an account', () => {
  test.each([
    ['at home', { dressing_room_to_go_signup: true }],
    ['in store', { dressing_room_to_go_signup: true, registered_in_store: true }],
  ])('a plan made %s is sent to the server once, and its answers replace older ones', async (where, customer) => {
    sessionStorage.setItem('stylebox.drtgSignup', where);
    sessionStorage.setItem('stylebox.visitor.answers', JSON.stringify({ profile: null, unsent: planned }));
    const account = { ...ann, dressing_room_to_go_signup: true };
    const server = serveQuiz({
      now: friday,
      responses: { preferred_store: 'Texas - Highland Park', ship_by_date: '2026-12-05' },
      more: { 'PATCH /account': { body: account } },
    });
    const { user } = openPage('/quiz/2');
    await waitFor(() => expect(server.saved()).toMatchObject(planned));
    await waitFor(() => expect(server.to('PATCH /account').map(({ body }) => body)).toEqual([{ customer }]));
    await user.click(await screen.findByRole('button', { name: 'Back' }));
    await screen.findByRole('heading', { level: 1, name: 'Hello, lovely to meet you' });
    expect(server.to('PATCH /account')).toHaveLength(1);
  });

  test('a plan that could not be sent is sent once the server can be reached again', async () => {
    sessionStorage.setItem('stylebox.drtgSignup', 'in store');
    let isDown = true;
    const server = serveQuiz({
      now: friday,
      responses: planned,
      more: {
        'PATCH /account': () =>
          isDown ? Promise.reject(new TypeError('Failed to fetch')) : { body: { ...ann, registered_in_store: true } },
      },
    });
    openPage('/quiz/2');
    await waitFor(() => expect(server.to('PATCH /account')).not.toHaveLength(0));
    isDown = false;
    act(() => noticeReach(true));
    await waitFor(() => expect(sessionStorage.getItem('stylebox.drtgSignup')).toBe('sent'));
  });

  test('after the last question a planned pick-up is not asked about again', async () => {
    const responses = { ...answered, ...planned, wants_shoes: true };
    serveQuiz({ now: friday, responses, account: { ...ann, dressing_room_to_go_signup: true } });
    const { user, path } = openPage('/quiz/15');
    expect(await screen.findByText('Step 14 of 15')).toBeVisible();
    await user.click(await next());
    await waitFor(() => expect(path()).toBe('/quiz/14'));
    expect(await screen.findByText('Step 15 of 15')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Back' }));
    await waitFor(() => expect(path()).toBe('/quiz/delivery'));
    expect(await store(/^Edina Galleria/)).toBeChecked();
    await user.click(await next());
    await waitFor(() => expect(path()).toBe('/quiz/14'));
  });

  test('without shoes the payment follows', async () => {
    const responses = { ...answered, ...planned, wants_shoes: false };
    serveQuiz({ now: friday, responses, account: { ...ann, dressing_room_to_go_signup: true } });
    const { user, path } = openPage('/quiz/15');
    expect(await screen.findByText('Step 14 of 14')).toBeVisible();
    await user.click(await next());
    await waitFor(() => expect(path()).toBe('/payment/info'));
  });

  test('a planned day that has passed meanwhile is asked for again', async () => {
    const responses = { ...answered, ...planned, ship_by_date: '2026-11-19', wants_shoes: false };
    serveQuiz({ now: friday, responses, account: { ...ann, dressing_room_to_go_signup: true } });
    const { user, path } = openPage('/quiz/15');
    // The plan is checked once the stores are loaded.
    await act(async () => undefined);
    await user.click(await next());
    await waitFor(() => expect(path()).toBe('/quiz/delivery'));
    expect(await screen.findByText(/can no longer be chosen. This day has passed./)).toBeVisible();
    await user.click(await next());
    expect(screen.getByText('Still needed: A day for your first box')).toBeVisible();
  });
});

test('a pick-up that was given up without a network and chosen again is kept', async () => {
  sessionStorage.setItem('stylebox.drtgSignup', 'given up');
  const responses = { ...answered, ...planned, wants_shoes: false };
  const server = serveQuiz({
    now: friday,
    responses,
    account: { ...ann, dressing_room_to_go_signup: true },
    more: { 'PATCH /account': { status: 503, body: null } },
  });
  const { user, path } = openPage('/quiz/delivery');
  expect(await store(/^Edina Galleria/)).toBeChecked();
  await user.click(await next());
  await waitFor(() => expect(path()).toBe('/payment/info'));
  // It is unknown whether the first call reached the server, so the last one must say that the pick-up is chosen.
  await waitFor(() => expect(told(server)).toEqual([false, true]));
});

/** What each call told the server about the pick-up. */
const told = ({ to }: ReturnType<typeof serveQuiz>) =>
  to('PATCH /account').map(
    ({ body }) => (body as { customer: { dressing_room_to_go_signup?: boolean } }).customer.dressing_room_to_go_signup,
  );

/** Answers no `PATCH /account` until the returned function is called. */
function holdChanges() {
  let answer: () => void = () => undefined;
  const released = new Promise<void>((resolve) => (answer = resolve));
  const change = async ({ body }: { body: unknown }) => {
    await released;
    return { body: { ...ann, ...(body as { customer: object }).customer } };
  };
  return { answer, more: { 'PATCH /account': change } };
}

test('if a pick-up is chosen again while the call that gives it up is under way, the next call chooses it', async () => {
  sessionStorage.setItem('stylebox.drtgSignup', 'given up');
  const { answer, more } = holdChanges();
  const account = { ...ann, dressing_room_to_go_signup: true };
  const responses = { ...answered, ...planned, wants_shoes: false };
  const server = serveQuiz({ now: friday, responses, account, more });
  const { user, path } = openPage('/quiz/delivery');
  expect(await store(/^Edina Galleria/)).toBeChecked();
  await waitFor(() => expect(told(server)).toEqual([false]));
  await user.click(await next());
  await waitFor(() => expect(path()).toBe('/payment/info'));
  expect(told(server)).toEqual([false]);
  answer();
  await waitFor(() => expect(told(server)).toEqual([false, true]));
  await waitFor(() => expect(sessionStorage.getItem('stylebox.drtgSignup')).toBe('sent'));
});

test('if a pick-up is given up while the call that plans it is under way, the next call gives it up', async () => {
  sessionStorage.setItem('stylebox.drtgSignup', 'at home');
  const { answer, more } = holdChanges();
  const server = serveQuiz({ now: friday, responses: answered, more });
  const { user, path } = openPage('/quiz/delivery');
  await user.click(await screen.findByRole('radio', { name: /^Send it to me/ }));
  await user.click(await screen.findByRole('radio', { name: /^Every Quarter/ }));
  await waitFor(() => expect(told(server)).toEqual([true]));
  await user.click(await next());
  expect(told(server)).toEqual([true]);
  answer();
  await waitFor(() => expect(told(server)).toEqual([true, false]));
  await waitFor(() => expect(path()).toBe('/quiz/confirmation'));
  expect(sessionStorage.getItem('stylebox.drtgSignup')).toBeNull();
});

describe('the delivery step', () => {
  test('a pick-up needs a store and a day; it is on demand', async () => {
    const server = serveQuiz({ now: friday, responses: answered });
    const { user, path } = openPage('/quiz/delivery');
    await user.click(await screen.findByRole('radio', { name: /^I will pick it up/ }));
    expect(screen.queryByRole('radio', { name: /^Every Month/ })).toBeNull();
    await user.click(await next());
    expect(screen.getByText('Still needed: A store, A day for your first box')).toBeVisible();
    await user.click(await store(/^Grand Avenue/));
    // Same-day pick-up is open until 3 PM, and no Sunday is blocked.
    expect(await day(/Sunday, November 22, 2026/)).not.toHaveAttribute('aria-disabled', 'true');
    expect(await day(/Thursday, November 26, 2026/)).toHaveAttribute('aria-disabled', 'true');
    await user.click(await day(/Sunday, November 22, 2026/));
    await user.click(screen.getByRole('radio', { name: 'No' }));
    await user.click(await next());
    await waitFor(() =>
      expect(server.saved()).toMatchObject({
        delivery_style: picksUp,
        preferred_store: 'Minnesota - Grand Avenue',
        ship_by_date: '2026-11-22',
        wants_shoes: false,
        subscription_type: 'subscription_on_demand',
      }),
    );
    await waitFor(() => expect(path()).toBe('/payment/billing'));
  });

  test('if the customer wants shoes, their questions follow, and then the payment', async () => {
    const responses = { ...answered, ...planned, wants_shoes: true };
    serveQuiz({ now: friday, responses });
    const { user, path } = openPage('/quiz/delivery');
    await user.click(await next());
    await screen.findByRole('heading', { level: 1, name: 'Add shoes too' });
    expect(path()).toBe('/quiz/14');
    await user.click(await next());
    await waitFor(() => expect(path()).toBe('/payment/billing'));
  });

  test('shipped: the frequencies are named as in the spec, and a store for returns may be chosen', async () => {
    const server = serveQuiz({ now: friday, responses: answered });
    const { user } = openPage('/quiz/delivery');
    for (const name of [/^Every Month/, /^Every Other Month/, /^Every Quarter/, /^On Demand/]) {
      expect(await screen.findByRole('radio', { name })).toBeVisible();
    }
    const select = screen.getByRole('combobox', { name: 'Your preferred store (optional)' });
    await waitFor(() => expect(within(select).getAllByRole('option').length).toBeGreaterThan(20));
    await user.selectOptions(select, edina);
    await waitFor(() => expect(server.saved()['match_with_stylist_2']).toBe(edina));
  });

  test('a customer who planned a pick-up and chooses shipping gives up the plan', async () => {
    sessionStorage.setItem('stylebox.drtgSignup', 'sent');
    const account = { ...ann, dressing_room_to_go_signup: true };
    const responses = { ...answered, ...planned, subscription_type: 'subscription_30_day', ship_by_date: '2026-11-30' };
    const server = serveQuiz({ now: friday, responses, account, more: { 'PATCH /account': { body: ann } } });
    const { user, path } = openPage('/quiz/delivery');
    await user.click(await screen.findByRole('radio', { name: /^Send it to me/ }));
    await user.click(await next());
    await waitFor(() => expect(path()).toBe('/quiz/confirmation'));
    expect(server.to('PATCH /account').map(({ body }) => body)).toEqual([
      { customer: { dressing_room_to_go_signup: false } },
    ]);
    expect(sessionStorage.getItem('stylebox.drtgSignup')).toBeNull();
  });

  test('if the plan cannot be given up, the button says so, and the step stays', async () => {
    sessionStorage.setItem('stylebox.drtgSignup', 'sent');
    const account = { ...ann, dressing_room_to_go_signup: true };
    const responses = { ...answered, ...planned, subscription_type: 'subscription_30_day', ship_by_date: '2026-11-30' };
    const answer = { status: 503, body: { error: 'Please come back later.' } };
    serveQuiz({ now: friday, responses, account, more: { 'PATCH /account': answer } });
    const { user, path } = openPage('/quiz/delivery');
    await user.click(await screen.findByRole('radio', { name: /^Send it to me/ }));
    await user.click(await next());
    await waitFor(async () => expect(await next()).toHaveAccessibleDescription('Please come back later.'));
    expect(path()).toBe('/quiz/delivery');
  });
});

test('a visitor without a plan who opens the payment is led to sign-in', async () => {
  holdSession();
  serveQuiz({ visiting: true });
  const { path } = openPage('/payment/info');
  await waitFor(() => expect(path()).toBe('/login'));
});
