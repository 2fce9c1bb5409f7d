import { act, screen, waitFor, within } from '@testing-library/react';
import { toast } from 'sonner';
import type { Account, NextBoxBody, NextChargeBody } from '~/api/schema.gen';
import { box, dana } from '~test/boxes';
import { feeOfBox, noCharge, purchase } from '~test/charges';
import { questionnaireQuery } from '~/api/style/questionnaire';
import { openPage } from '~test/openPage';
import { questionnaireOf } from '~test/quiz';
import { cardOnFile, created, done } from '~test/ordering';
import { type Call, type Handlers, holdSession, serve } from '~test/server';

beforeEach(holdSession);

const screenPath = '/manage/subscription';

/** Dana's next box: every other month, 65 days after the last one. */
const planned: NextBoxBody = {
  date: '2027-01-14',
  told_on: '2026-12-31',
  ordered_on: '2027-01-07',
  change_by: '2027-01-06',
  comes_on: '2027-01-14',
  has_address: true,
  skip: { offered: true, skipped: false, falls_out: '2027-01-14', one_after: '2027-03-15' },
};
const skipped: NextBoxBody = {
  ...planned,
  comes_on: '2027-03-15',
  change_by: '2027-03-07',
  skip: { offered: false, skipped: true, falls_out: '2027-01-14', one_after: '2027-03-15' },
};
const fee: NextChargeBody = feeOfBox({ on: '2027-01-07', order_id: null, box: planned });
const nothing: NextChargeBody = noCharge();

const member: Account = { ...dana, first_timer: false };

interface OpenOptions {
  account?: Partial<Account>;
  charge?: NextChargeBody;
  more?: Handlers;
}

/** A server that stores the plan and the skip. */
function open({ account = {}, charge = fee, more = {} }: OpenOptions = {}) {
  let known = { ...member, ...account };
  let next = charge;
  const change = (changed: Partial<Account>, after: NextChargeBody) => {
    known = { ...known, ...changed };
    next = after;
    return { body: known };
  };
  const server = serve({
    'GET /account': () => ({ body: known }),
    'GET /orders': { body: { orders: [done] } },
    'GET /credit_card': { body: cardOnFile() },
    'GET /account/next_charge': () => ({ body: next }),
    'GET /account/next_charge?subscription_type=subscription_30_day': {
      body: { ...fee, on: '2026-12-08', box: { ...planned, date: '2026-12-15', comes_on: '2026-12-15' } },
    },
    'GET /account/next_charge?subscription_type=subscription_60_day': { body: fee },
    'GET /account/next_charge?subscription_type=subscription_on_demand': { body: nothing },
    'PATCH /account': ({ body }: Call) => change((body as { customer: Partial<Account> }).customer, fee),
    'PATCH /account/skip_a_box': () => change({ skip_days: 60 }, { ...fee, box: skipped, on: '2027-03-08' }),
    'PATCH /account/unskip_a_box': () => change({ skip_days: 0 }, fee),
    ...more,
  });
  return { ...server, ...openPage(screenPath) };
}

const save = () => screen.findByRole('button', { name: 'Save' });
const subscribe = () => screen.findByRole('button', { name: 'Save and Subscribe' });
const summary = async () => within(await screen.findByRole('complementary', { name: 'Your next charge' }));
const nextBox = () => within(screen.getByRole('region', { name: 'Your next box' }));
const follows = () => screen.getByRole('status', { name: 'What happens next' });
const choose = (name: RegExp) => screen.findByRole('radio', { name });

test('the screen shows how often boxes come, the next one, and its charge', async () => {
  open();
  const inSummary = await summary();
  expect(screen.getByText("Keep 'em comin (Every other month)", { selector: 'p' })).toBeVisible();
  expect(await choose(/Every other month/)).toBeChecked();
  expect(nextBox().getByText('January 14, 2027')).toBeVisible();
  expect(inSummary.getByText('The styling fee of your box')).toBeVisible();
  expect(inSummary.getByText('$20.00')).toBeVisible();
  expect(inSummary.getByText('Visa ending in 4242')).toBeVisible();
  expect(inSummary.getByText('January 7, 2027')).toBeVisible();
  expect(inSummary.getByText(/^To stop it, skip the box/)).toHaveTextContent('by Wednesday, January 6, 11:59 PM CT');
  expect(screen.getByText('118 Nicollet Mall', { exact: false })).toBeVisible();
  expect(screen.getByRole('link', { name: 'Change payment' })).toHaveAttribute(
    'href',
    '/members/change/payment?redirectTo=/manage/subscription',
  );
});

test('another frequency shows its consequences, is saved without a question, and leads to the dashboard', async () => {
  const { user, to, path } = open();
  await user.click(await choose(/Every month/));
  expect(await within(follows()).findByText('December 15, 2026')).toBeVisible();
  expect(follows()).toHaveTextContent(/Until now.*Every other month.*From now on.*Every month.*Styling fee \$20\.00/);
  expect(to('PATCH /account')).toHaveLength(0);
  await user.dblClick(await save());
  expect(await screen.findByText('Your changes are saved.')).toBeVisible();
  await waitFor(() => expect(path()).toBe('/dashboard'));
  expect(to('PATCH /account').map(({ body }) => body)).toEqual([
    { customer: { subscription_type: 'subscription_30_day' } },
  ]);
  expect(sessionStorage.getItem('stylebox.draft.subscription')).toBeNull();
});

test('a subscription says what it costs and how it ends before it starts, even if no box is planned', async () => {
  const { user, to } = open({
    account: { subscription_type: 'subscription_on_demand' },
    charge: nothing,
    more: { 'GET /account/next_charge?subscription_type=subscription_90_day': { body: nothing } },
  });
  expect(await save()).toBeVisible();
  await user.click(await choose(/Quarterly/));
  expect(follows()).toHaveTextContent(
    /Each box costs a styling fee of \$20\.00\..*Boxes keep coming until you stop them/,
  );
  await user.click(await subscribe());
  await waitFor(() => expect(to('PATCH /account')).toHaveLength(1));
});

test.each([
  [/Every month/, 'subscription_30_day', 'you can change how often, skip one or stop at any time here'],
  [/Quarterly/, 'subscription_90_day', 'you can change how often or stop at any time here'],
] as const)('the terms of a subscription promise a skip only if it can skip: %s', async (label, type, terms) => {
  const { user } = open({ more: { [`GET /account/next_charge?subscription_type=${type}`]: { body: nothing } } });
  await user.click(await choose(label));
  expect(follows()).toHaveTextContent(terms);
});

test.each([
  ['subscription_60_day', /^Choose how often boxes come, skip one, or pause\./],
  ['subscription_90_day', /^Choose how often boxes come or pause\./],
] as const)('the screen of %s promises a skip only if it can skip', async (subscription_type, lead) => {
  open({ account: { subscription_type } });
  expect(await screen.findByText(lead)).toBeVisible();
});

test('the next screen has the new frequency among the answers', async () => {
  const { user, client, path } = open();
  const answers = questionnaireOf({ subscription_type: 'subscription_60_day' }) as never;
  client.setQueryData(questionnaireQuery.queryKey, answers);
  await user.click(await choose(/Every month/));
  await user.click(await save());
  await waitFor(() => expect(path()).toBe('/dashboard'));
  expect(client.getQueryState(questionnaireQuery.queryKey)?.isInvalidated).toBe(true);
});

test('without a change nothing is sent, and no message says that it was saved', async () => {
  const { user, calls, path } = open();
  await user.click(await save());
  await waitFor(() => expect(path()).toBe('/dashboard'));
  expect(screen.queryByText('Your changes are saved.')).toBeNull();
  expect(calls.filter(({ method }) => method !== 'GET')).toEqual([]);
});

test('the choice survives a reload', async () => {
  const first = open();
  await first.user.click(await choose(/Every month/));
  first.unmount();
  open();
  expect(await choose(/Every month/)).toBeChecked();
  expect(await within(follows()).findByText('December 15, 2026')).toBeVisible();
});

test('a customer skips the next box after a question with both days, and undoes it', async () => {
  const { user, to } = open();
  const title = messages.skip;
  await user.click(await screen.findByRole('button', { name: 'Skip Next Box' }));
  const first = within(await screen.findByRole('dialog', { name: title }));
  expect(first.getByText('Skipped').nextSibling).toHaveTextContent('January 14, 2027');
  expect(first.getByText('The one after that').nextSibling).toHaveTextContent('March 15, 2027');
  await user.click(first.getByRole('button', { name: 'Leave it as is' }));
  expect(to('PATCH /account/skip_a_box')).toHaveLength(0);

  await user.click(screen.getByRole('button', { name: 'Skip Next Box' }));
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Skip Next Box' }));
  expect(await screen.findByText('Your next box is skipped.')).toBeVisible();
  expect(nextBox().getByText('March 15, 2027')).toBeVisible();
  expect(nextBox().getByText('January 14, 2027')).toBeVisible();
  expect(nextBox().getByRole('link', { name: 'Order a box on demand' })).toHaveAttribute(
    'href',
    '/members/customize/order/order',
  );
  expect(screen.queryByRole('button', { name: 'Skip Next Box' })).toBeNull();
  await waitFor(() => expect(screen.getByRole('heading', { name: 'Your next box' })).toHaveFocus());

  await user.click(screen.getByRole('button', { name: 'Don’t skip it' }));
  expect(await screen.findByText('Your next box is no longer skipped.')).toBeVisible();
  expect(nextBox().getByText('January 14, 2027')).toBeVisible();
  expect(await screen.findByRole('button', { name: 'Skip Next Box' })).toBeVisible();
  expect(screen.queryByRole('link', { name: 'Order a box on demand' })).toBeNull();
});

test('a skip in another tab does not move the focus', async () => {
  let account: Account = member;
  let charge: NextChargeBody = fee;
  const { client } = open({
    more: { 'GET /account': () => ({ body: account }), 'GET /account/next_charge': () => ({ body: charge }) },
  });
  const choice = await choose(/Every month/);
  choice.focus();
  account = { ...member, skip_days: 60 };
  charge = { ...fee, box: skipped };
  await act(() => client.refetchQueries());
  expect(await screen.findByRole('button', { name: 'Don’t skip it' })).toBeVisible();
  expect(choice).toHaveFocus();
});

const messages = { skip: 'Skip your next box?', change: 'Change how often boxes come?' };

test('a change while the next box is skipped asks first, because it undoes the skip', async () => {
  const { user, to, path } = open({ account: { skip_days: 60 }, charge: { ...fee, box: skipped } });
  await user.click(await choose(/Every month/));
  const voids = 'Your next box is skipped. With this change, earlier change requests become void: the skip, too.';
  expect(within(follows()).getByText(voids)).toBeVisible();
  expect(await within(follows()).findByText('December 15, 2026')).toBeVisible();
  await user.click(await save());
  const dialog = within(await screen.findByRole('dialog', { name: messages.change }));
  expect(dialog.getByText('Until now').nextSibling).toHaveTextContent('Every other month');
  expect(dialog.getByText('From now on').nextSibling).toHaveTextContent('Every month');
  expect(dialog.getByText('Next box').nextSibling).toHaveTextContent('December 15, 2026');
  expect(dialog.getByText(voids)).toBeVisible();
  await user.click(dialog.getByRole('button', { name: 'Leave it as is' }));
  expect(to('PATCH /account')).toHaveLength(0);
  await user.click(await save());
  await user.click(await screen.findByRole('button', { name: 'Yes, change it' }));
  await waitFor(() => expect(path()).toBe('/dashboard'));
  expect(to('PATCH /account')).toHaveLength(1);
});

test.each([
  [
    'another frequency',
    { subscription_type: 'subscription_90_day' },
    /Until now.*Quarterly.*From now on.*Every month/,
    false,
  ],
  ['a skip', { skip_days: 60 }, /Your next box is skipped\. With this change/, true],
] as const)('%s that was saved in another tab is not overwritten unseen', async (_, elsewhere, shown, isAsked) => {
  let now = member;
  const { user, to, path } = open({
    more: {
      'GET /account': () => ({ body: now }),
      'PATCH /account': ({ body }: Call) => ({
        body: { ...now, ...(body as { customer: Partial<Account> }).customer },
      }),
    },
  });
  await user.click(await choose(/Every month/));
  now = { ...member, ...elsewhere };
  await user.click(await save());
  const said = 'This was changed in another tab or on another device. Save again to keep what you chose here.';
  expect(await screen.findByRole('link', { name: `How often boxes come: ${said}` })).toBeVisible();
  expect(follows()).toHaveTextContent(shown);
  expect(await choose(/Every month/)).toBeChecked();
  expect(to('PATCH /account')).toHaveLength(0);
  expect(path()).toBe(screenPath);

  await user.click(await save());
  if (isAsked) await user.click(await screen.findByRole('button', { name: 'Yes, change it' }));
  await waitFor(() => expect(path()).toBe('/dashboard'));
  expect(to('PATCH /account').map(({ body }) => body)).toEqual([
    { customer: { subscription_type: 'subscription_30_day' } },
  ]);
});

test('a customer who pauses is on demand: no box is planned, and nothing is charged', async () => {
  const { user, to } = open();
  await user.click(await screen.findByRole('radio', { name: /On demand.*Pauses your subscription/ }));
  await waitFor(() => expect(follows()).toHaveTextContent('When you order one'));
  await user.click(await save());
  await screen.findByText('Your changes are saved.');
  expect(to('PATCH /account')[0]?.body).toEqual({ customer: { subscription_type: 'subscription_on_demand' } });
});

test('a customer with the ended code of 2020 who subscribes again reads nothing about it', async () => {
  const { user } = open({
    account: { subscription_type: 'subscription_on_demand', styling_fee_override_code: 'ONE_DOLLAR_2020' },
    charge: nothing,
  });
  expect((await summary()).getByText('Nothing is charged before you order a box.')).toBeVisible();
  expect(nextBox().getByText('You are on demand: a box comes only when you order one.')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Skip Next Box' })).toBeNull();
  await user.click(await choose(/Every other month/));
  await user.click(await subscribe());
  expect(await screen.findByText('Your changes are saved.')).toBeVisible();
  expect(screen.queryByText(/through 2020/)).toBeNull();
});

test('a change that fails keeps the choice, says why, and can be repeated', async () => {
  let fails = true;
  const { user, path, to } = open({
    more: {
      'PATCH /account': () =>
        fails ? { status: 500, body: { errors: { unexpected: 'An unexpected error occurred' } } } : { body: member },
    },
  });
  await user.click(await choose(/Quarterly/));
  await user.click(await save());
  expect((await screen.findAllByText('An unexpected error occurred')).length).toBeGreaterThan(0);
  expect(screen.getByRole('radiogroup', { name: /How often/ })).toHaveAccessibleDescription(
    'An unexpected error occurred',
  );
  expect(path()).toBe(screenPath);
  expect(await choose(/Quarterly/)).toBeChecked();
  fails = false;
  await user.click(await save());
  await waitFor(() => expect(path()).toBe('/dashboard'));
  expect(to('PATCH /account')).toHaveLength(2);
});

test('without a network the choice stays, and nothing is sent until the customer sends it', async () => {
  const { user, path } = open({
    more: {
      'PATCH /account': () => {
        throw new TypeError('Failed to fetch');
      },
    },
  });
  await user.click(await choose(/Quarterly/));
  await user.click(await save());
  expect(await screen.findByRole('group', { name: 'You are offline' })).toHaveFocus();
  expect(path()).toBe(screenPath);
  expect(await choose(/Quarterly/)).toBeChecked();
});

test('a skip that fails also says so at the button, where the message stays', async () => {
  const why = 'Please come back later.';
  const { user } = open({
    more: {
      'GET /account/next_charge': { body: fee },
      'PATCH /account/skip_a_box': { status: 503, body: { errors: { unavailable: why } } },
    },
  });
  await user.click(await screen.findByRole('button', { name: 'Skip Next Box' }));
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Skip Next Box' }));
  expect(await screen.findByText(why, { selector: '[data-sonner-toast] *' })).toBeVisible();
  act(() => void toast.dismiss());
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(screen.getByRole('button', { name: 'Skip Next Box' })).toHaveAccessibleDescription(why);
});

test('a refused skip says so, and the page loads the data again', async () => {
  let known = fee;
  const { user } = open({
    more: {
      'GET /account/next_charge': () => ({ body: known }),
      'PATCH /account/skip_a_box': () => {
        known = { ...fee, box: skipped };
        return { status: 409, body: { errors: { skip_not_offered: 'Your next box cannot be skipped.' } } };
      },
    },
  });
  await user.click(await screen.findByRole('button', { name: 'Skip Next Box' }));
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Skip Next Box' }));
  expect(await screen.findByText('Your next box cannot be skipped.')).toBeVisible();
  expect(await nextBox().findByText('March 15, 2027')).toBeVisible();
});

test('a part that cannot be loaded says so in place and can be loaded again', async () => {
  let fails = true;
  const { user } = open({
    more: { 'GET /account/next_charge': () => (fails ? { status: 500, body: null } : { body: fee }) },
  });
  expect(await screen.findByText('We can’t look up your subscription right now. Nothing is lost.')).toBeVisible();
  fails = false;
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await save()).toBeVisible();
});

test('a change whose days cannot be loaded can load them again, and can still be saved', async () => {
  let fails = true;
  const { user } = open({
    more: {
      'GET /account/next_charge?subscription_type=subscription_90_day': () =>
        fails ? { status: 500, body: null } : { body: { ...fee, box: { ...planned, comes_on: '2027-02-13' } } },
    },
  });
  await user.click(await choose(/Quarterly/));
  expect(await screen.findByText(/We can’t look up the day of your next box/)).toBeVisible();
  expect(await save()).toHaveAttribute('aria-disabled', 'false');
  fails = false;
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await within(follows()).findByText('February 13, 2027')).toBeVisible();
});

describe('the screen of', () => {
  test('an order under way: the order is charged first, and decides when the next box comes', async () => {
    open({
      charge: { ...fee, on: null, box: null, order_id: 'o1' },
      more: { 'GET /orders': { body: { orders: [created()] } } },
    });
    const inSummary = await summary();
    expect(nextBox().getByText('A box is under way. The day of the next one depends on it.')).toBeVisible();
    expect(inSummary.getByText('When your box is styled')).toBeVisible();
    expect(inSummary.getByText(/^To stop it, cancel the order on your dashboard/)).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Skip Next Box' })).toBeNull();
  });

  test('a box at home: the time at which kept items are charged', async () => {
    open({
      charge: purchase(),
      more: { 'GET /orders': { body: { orders: [box()] } } },
    });
    const inSummary = await summary();
    expect(inSummary.getByText('$322.40')).toBeVisible();
    expect(inSummary.getByText('Wednesday, November 25, 12:00 PM CT')).toBeVisible();
    expect(inSummary.getByText('To pay for less, check out before then and say what goes back.')).toBeVisible();
  });

  test.each<[string, NextChargeBody, string[]]>([
    [
      'a fee that was declined',
      feeOfBox({ time: 'tried_again', on: '2026-11-21', at: '2026-11-21T15:00:00Z' }),
      [
        'When we try again, from Saturday, November 21, 9:00 AM CT (3:00 PM your time)',
        'Taken off the price of whatever you keep.',
      ],
    ],
    ['a fee at the bank', feeOfBox({ time: 'confirmed' }), ['As soon as you confirm it with your bank']],
    [
      'a fee without a card that is good',
      feeOfBox({ time: 'new_card' }),
      ['Once you add another card: the one on file has expired'],
    ],
    [
      'a box whose time to try on is over',
      purchase({ time: 'now', on: null, at: null }),
      ['At any moment', 'To pay for less, check out now and say what goes back.'],
    ],
    [
      'a box that is left to staff',
      purchase({ time: 'by_staff', on: null, at: null }),
      ['When our team checks out for you', 'To pay for less, check out now and say what goes back.'],
    ],
    [
      'a box on its way',
      noCharge({ time: 'tried_on', order_id: 'o1' }),
      ['Nothing more is charged before you check out, or the try-on days of your box are over.'],
    ],
  ])('%s', async (_, next, words) => {
    open({ charge: next, more: { 'GET /orders': { body: { orders: [box()] } } } });
    const inSummary = await summary();
    const reads = (wanted: string) => (__: string, element: Element | null) =>
      ['DD', 'P', 'SPAN', 'DIV'].includes(element?.tagName ?? '') && element?.textContent === wanted;
    for (const wanted of words) expect(inSummary.getAllByText(reads(wanted))[0]).toBeVisible();
  });

  test('a customer who never chose: the button says what is missing', async () => {
    const { user } = open({ account: { subscription_type: null }, charge: nothing });
    const button = await save();
    expect(button).toHaveAttribute('aria-disabled', 'true');
    await user.click(button);
    expect(screen.getByText('Still needed: how often boxes come')).toBeVisible();
    expect(screen.getByRole('radiogroup', { name: /How often/ })).toHaveFocus();
  });

  test('an abandoned account: the card is asked for, and the default is saved only by the button', async () => {
    const { user, to } = open({
      account: { celerant_id: null, subscription_type: null, cc_expiration: null },
      charge: { ...nothing, card: null },
      more: { 'GET /orders': { body: { orders: [] } }, 'GET /credit_card': { status: 404 } },
    });
    expect((await screen.findAllByRole('link', { name: 'Add Payment' }))[0]).toHaveAttribute(
      'href',
      '/members/change/payment?redirectTo=/manage/subscription',
    );
    expect(await choose(/Every month/)).toBeChecked();
    expect(to('PATCH /account')).toHaveLength(0);
    expect(follows()).toHaveTextContent(
      /Each box costs a styling fee of \$20\.00\..*Boxes keep coming until you stop them/,
    );
    await user.click(await subscribe());
    await screen.findByText('Your changes are saved.');
    expect(to('PATCH /account')[0]?.body).toEqual({ customer: { subscription_type: 'subscription_30_day' } });
  });

  test('an account without a card: its first box waits for one, with a link to the page where a card is added', async () => {
    open({
      account: { celerant_id: null, cc_expiration: null },
      charge: { ...fee, card: null },
      more: { 'GET /credit_card': { status: 404 } },
    });
    const words = await screen.findByText(/^Your first box is waiting for a payment card\./);
    expect(words).toBeVisible();
    expect(within(words.parentElement as HTMLElement).getByRole('link', { name: 'Add Payment' })).toHaveAttribute(
      'href',
      '/members/change/payment?redirectTo=/manage/subscription',
    );
  });

  test('a customer whose card has expired: a message', async () => {
    open({ account: { cc_expiration: '10/26' }, more: { 'GET /credit_card': { body: cardOnFile('10/26') } } });
    expect(await screen.findByText(/expired/)).toBeVisible();
  });

  test('a customer who picks up: boxes are on demand', async () => {
    open({ account: { dressing_room_to_go_signup: true } });
    expect(await screen.findByText(/A box that you pick up at a store is always ordered by you/)).toBeVisible();
  });

  test('a customer without an address: it is asked for, and the plan can be saved', async () => {
    open({ account: { shipping_addresses: [] }, charge: { ...fee, box: { ...planned, has_address: false } } });
    expect(await screen.findByText(/There is no address to send it to/)).toBeVisible();
    expect(await screen.findByRole('button', { name: 'Add this address' })).toBeVisible();
    expect(await save()).toHaveAttribute('aria-disabled', 'false');
  });
});

test('a visitor signs in first, and comes back', async () => {
  document.cookie = 'XSRF-TOKEN=; path=/; max-age=0';
  serve({ 'GET /account': { status: 401, body: { errors: { not_authorized: 'no' } } } });
  const { path } = openPage(screenPath);
  expect(await screen.findByRole('button', { name: 'Sign In' })).toBeVisible();
  expect(path()).toMatch(/^\/login/);
  expect(sessionStorage.getItem('stylebox.redirectTo')).toContain('/manage/subscription');
});
