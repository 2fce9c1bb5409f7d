import { screen, waitFor, within } from '@testing-library/react';
import { cardAndHolderQuery } from '~/api/card/cardOnFile';
import type { Order } from '~/api/order/orders';
import type { Account, CardData, NextChargeBody, SavedCard, WaitingPayment } from '~/api/schema.gen';
import { brand, messagesText, type Responses } from '~/core';
import { box, dana } from '~test/boxes';
import { purchase } from '~test/charges';
import { openPage } from '~test/openPage';
import { edina, typeCard } from '~test/payment';
import { holidays, locations, questionnaireOf } from '~test/quiz';
import { type Handlers, holdSession, serve, statusOf } from '~test/server';
import { installStripe, stripeField, stripeStatus, typeStripeCard } from '~test/stripe';

beforeEach(holdSession);

const onFile: CardData = {
  card_info: { brand: 'Visa', last_four: '4242', expiration: '12/30', credit_card_number: 'XXXXXXXXXXXX4242' },
  cardholder: {
    name: 'Dana Whitfield',
    street_address1: '12 Main Street',
    street_address2: null,
    city: 'Minneapolis',
    state: 'MN',
    zip_code: '55401',
    phone: '6125550142',
    country: 'US',
  },
};

/** A customer who has checked out before. */
const member: Account = { ...dana, first_timer: false, payment_needed: false };

const savedCard = (change: Partial<SavedCard> = {}): SavedCard => ({
  brand: 'Visa',
  last_four: '4242',
  expiration: '12/34',
  order_id: null,
  order_error: null,
  ...change,
});

function open(path: string, handlers: Handlers = {}) {
  const server = serve({
    'GET /status': { body: statusOf() },
    'GET /account': { body: member },
    'GET /orders': { body: { orders: [] } },
    'GET /credit_card': { body: { data: onFile } },
    'PATCH /credit_cards': { body: savedCard() },
    ...handlers,
  });
  return { ...openPage(path), ...server };
}

const save = () => screen.getByRole('button', { name: 'Change Payment' });

test('another card replaces the one on file, and the customer is back where they came from', async () => {
  const { user, to, path } = open('/change/payment?redirectTo=%2Fstyleprofile', {
    'GET /questionnaire': { status: 503 },
  });
  expect(await screen.findByText('ending in')).toBeInTheDocument();
  expect(screen.getByLabelText(/^Billing address line 1/)).toHaveValue('12 Main Street');
  await typeCard(user);
  await user.click(save());
  await waitFor(() => expect(path()).toBe('/styleprofile'));
  expect(to('PATCH /credit_cards')[0]?.body).toMatchObject({
    card_info: { credit_card_number: '4242424242424242', expiration: '1230' },
    cardholder: { name: 'Dana Whitfield', phone: '6125550142' },
    consent_version: expect.any(String),
  });
  await waitFor(() => expect(screen.getByText('Your card is saved.')).toBeVisible());
});

describe('in Stripe’s own fields', () => {
  const toConfirm = { status: 402, body: { errors: { card_to_confirm: 'Your bank wants you to confirm this card.' } } };
  const needsCode = { status: 403, body: { errors: { mfa_required: 'mfa error' } } };

  async function openStripe(answers: { status?: number; body: object }[]) {
    const stripe = installStripe();
    const page = open('/change/payment?redirectTo=%2Fstyleprofile', {
      'GET /status': { body: stripeStatus },
      'GET /questionnaire': { status: 503 },
      'PATCH /credit_cards': () => answers.shift() ?? {},
      'POST /credit_cards/confirmation': { body: { client_secret: 'seti_1_secret_2' } },
      'POST /mfa_resubmissions': toConfirm,
    });
    await screen.findByRole('button', { name: 'Change Payment' });
    await waitFor(() => expect(stripeField('CVV')).toBeVisible());
    await typeStripeCard(page.user);
    await page.user.click(save());
    const methods = () =>
      page.to('PATCH /credit_cards').map(({ body }) => (body as { payment_method: string }).payment_method);
    return { ...page, stripe, methods };
  }

  test('another card is sent as a payment method', async () => {
    const { path, methods, stripe } = await openStripe([{ body: savedCard() }]);
    await waitFor(() => expect(path()).toBe('/styleprofile'));
    expect(await screen.findByText('Your card is saved.')).toBeInTheDocument();
    expect(methods()).toEqual(['pm_1']);
    expect(stripe.made[0]?.billing_details).toMatchObject({ name: 'Dana Whitfield', phone: '6125550142' });
  });

  test('one that the bank wants confirmed is confirmed, and sent again', async () => {
    const { path, methods, stripe } = await openStripe([toConfirm, { body: savedCard() }]);
    await waitFor(() => expect(path()).toBe('/styleprofile'));
    expect(await screen.findByText('Your card is saved.')).toBeInTheDocument();
    expect(methods()).toEqual(['pm_1', 'pm_1']);
    expect(stripe.asked).toEqual(['seti_1']);
  });

  test('one that the bank wants confirmed after a code is sent again without another code', async () => {
    const { user, path, methods } = await openStripe([needsCode, { body: savedCard() }]);
    await user.type(await screen.findByLabelText('Code'), '123456{Enter}');
    await waitFor(() => expect(path()).toBe('/styleprofile'));
    expect(await screen.findByText('Your card is saved.')).toBeInTheDocument();
    expect(methods()).toEqual(['pm_1', 'pm_1']);
  });

  test('one that the bank does not confirm after a code leads back to the form, and says so', async () => {
    const { user, methods, stripe } = await openStripe([needsCode]);
    stripe.bank = () => 'closed';
    await user.type(await screen.findByLabelText('Code'), '123456{Enter}');
    expect(await screen.findByRole('alert')).toHaveTextContent('Your bank wants you to confirm this card.');
    await waitFor(() => expect(stripeField('Card number')).toHaveValue(''));
    expect(methods()).toEqual(['pm_1']);
  });
});

describe('a styling fee that is not paid yet', () => {
  const waits = (by_new_card: boolean) =>
    box({
      status: 'created',
      payment: { problem: 'declined', amount: '20.00', by_new_card, bank_url: null, confirm_in_page: false },
    });
  const says =
    'The styling fee of $20.00 of your box is not paid yet. It is charged to this card as soon as you save it.';
  const text = (_: string, element: Element | null) => element?.tagName === 'P' && element.textContent === says;

  test('is announced: the new card is charged immediately, and how to prevent that', async () => {
    open('/change/payment', { 'GET /orders': { body: { orders: [waits(true)] } } });
    expect(await screen.findByText(text)).toBeVisible();
    expect(screen.getByRole('link', { name: 'cancel it on your dashboard' })).toHaveAttribute(
      'href',
      '/members/dashboard',
    );
  });

  test('is not announced if the new card is not charged at once', async () => {
    open('/change/payment', { 'GET /orders': { body: { orders: [waits(false)] } } });
    await screen.findByLabelText(/^Card number/);
    expect(screen.queryByText(text)).toBeNull();
  });
});

describe('a new card that is declined for the styling fee too', () => {
  const waits = (problem: 'declined' | 'confirm') =>
    box({
      status: 'created',
      payment: {
        problem,
        amount: '20.00',
        by_new_card: true,
        bank_url: problem === 'confirm' ? '/bank' : null,
        confirm_in_page: false,
      },
    });
  const saved = 'Your card is saved, but it was declined for the styling fee too.';

  test('is named as declined, and the customer can enter another one', async () => {
    let order = waits('declined');
    const { user, path, to } = open('/change/payment?redirectTo=%2Fstyleprofile', {
      'GET /orders': () => ({ body: { orders: [order] } }),
      'GET /questionnaire': { status: 503 },
    });
    await screen.findByLabelText(/^Card number/);
    await typeCard(user);
    await user.click(save());
    expect(await screen.findByText(saved, { exact: false })).toHaveTextContent(
      'Nothing was charged: your box still waits.',
    );
    expect(path()).toMatch(/^\/change\/payment/);
    expect(screen.queryByText('Your card is saved.')).toBeNull();
    expect(screen.queryByText('The card on file was changed in another tab or on another device.')).toBeNull();
    expect(screen.getByText(/It is charged to this card as soon as you save it/)).toBeVisible();
    expect(screen.getByLabelText(/^Card number/)).toHaveValue('');
    order = box({ status: 'styling' });
    await typeCard(user);
    await user.click(save());
    await waitFor(() => expect(screen.getByText('Your card is saved.')).toBeVisible());
    await waitFor(() => expect(path()).toBe('/styleprofile'));
    expect(to('PATCH /credit_cards')).toHaveLength(2);
  });

  test('leads to the dashboard if its bank wants the fee confirmed', async () => {
    let order = waits('declined');
    const { user, path } = open('/change/payment?redirectTo=%2Fstyleprofile', {
      'GET /orders': () => ({ body: { orders: [order] } }),
    });
    await screen.findByLabelText(/^Card number/);
    await typeCard(user);
    order = waits('confirm');
    await user.click(save());
    await waitFor(() => expect(path()).toBe('/dashboard'));
  });

  test('is not named as declined if that cannot be looked up', async () => {
    let fails = false;
    const { user, path } = open('/change/payment', {
      'GET /orders': () => (fails ? { status: 503 } : { body: { orders: [waits('declined')] } }),
    });
    await screen.findByLabelText(/^Card number/);
    await typeCard(user);
    fails = true;
    await user.click(save());
    await waitFor(() => expect(path()).toBe('/dashboard'));
    expect(screen.queryByText(saved, { exact: false })).toBeNull();
  });
});

describe('a box at home whose time to try on is over', () => {
  const text = (wanted: string) => (_: string, element: Element | null) =>
    element?.tagName === 'P' && element.textContent === wanted;
  const overdue = (change: Partial<NextChargeBody>) => ({
    'GET /orders': { body: { orders: [box({ checkout_by_date: '2026-11-18' })] } },
    'GET /account/next_charge': { body: purchase({ time: 'now', on: null, at: null, by_new_card: true, ...change }) },
  });

  test('is announced: the new card is charged soon, and how to pay for less', async () => {
    open('/change/payment', overdue({}));
    const words =
      'What you keep from your box is not paid yet. $322.40 is charged to this card soon after you save it. What you have ' +
      'not decided counts as kept.';
    expect(await screen.findByText(text(words))).toBeVisible();
    expect(screen.getByRole('link', { name: 'check out' })).toHaveAttribute('href', '/members/checkout/stylist-note');
  });

  test('is announced without an amount if the new card’s consent changes it', async () => {
    open('/change/payment', overdue({ has_consent: false }));
    expect(await screen.findByText(/It is charged to this card soon after you save it/)).toBeVisible();
    expect(screen.queryByText(/322\.40/)).toBeNull();
  });

  test('is not announced if a new card changes nothing', async () => {
    open('/change/payment', overdue({ by_new_card: false }));
    await screen.findByLabelText(/^Card number/);
    expect(screen.queryByText(/is not paid yet/)).toBeNull();
  });
});

test.each([
  ['https://evil.example/', '/dashboard'],
  ['//evil.example', '/dashboard'],
])('a customer is never led to another site: %s', async (redirectTo, expected) => {
  const { user, path } = open(`/change/payment?redirectTo=${encodeURIComponent(redirectTo)}`);
  await screen.findByLabelText(/^Card number/);
  await typeCard(user);
  await user.click(save());
  await waitFor(() => expect(path()).toBe(expected));
});

test('a declined card says so, keeps what was typed except for the security code, and charges nothing', async () => {
  const { user, path } = open('/change/payment', {
    'PATCH /credit_cards': {
      status: 402,
      body: { errors: { card_declined: 'Your card was declined. Please try another card.' } },
    },
  });
  await screen.findByLabelText(/^Card number/);
  await typeCard(user);
  await user.click(save());
  const summary = await screen.findByRole('group', { name: 'One thing to fix' });
  expect(summary).toHaveTextContent('Card number: Your card was declined. Please try another card.');
  expect(screen.getByLabelText(/^Card number/)).toBeInvalid();
  expect(screen.getByLabelText(/^Card number/)).toHaveValue('4242-4242-4242-4242');
  expect(screen.getByLabelText(/^CVV/)).toHaveValue('');
  expect(screen.getByLabelText(/^CVV/)).toBeValid();
  expect(screen.getByText(messagesText('nothing_charged'))).toBeVisible();
  expect(path()).toBe('/change/payment');
});

test('a past expiration has the message of spec B', async () => {
  const { user } = open('/change/payment');
  const expiration = await screen.findByLabelText(/^Expiration/);
  await user.type(expiration, '0120');
  await user.tab();
  expect(await screen.findByText('Invalid Expiration Date has past')).toBeVisible();
});

test('a change that needs a code asks for it, and no card number is stored meanwhile', async () => {
  const { user } = open('/change/payment', {
    'PATCH /credit_cards': { status: 403, body: { errors: { mfa_required: 'mfa error' } } },
  });
  await screen.findByLabelText(/^Card number/);
  await typeCard(user);
  await user.click(save());
  expect(await screen.findByRole('heading', { name: 'Confirm it’s you' })).toBeVisible();
  expect(screen.queryByText('mfa error')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(await screen.findByLabelText(/^Card number/)).toHaveValue('');
  expect(screen.getByRole('heading', { level: 1 })).toHaveFocus();
});

test('a card that the bank refuses after the code must be entered again completely, and the page says so', async () => {
  const { user } = open('/change/payment', {
    'PATCH /credit_cards': { status: 403, body: { errors: { mfa_required: 'mfa error' } } },
    'POST /mfa_resubmissions': {
      status: 402,
      body: { errors: { card_declined: 'Your card was declined. Please try another card.' } },
    },
  });
  await screen.findByLabelText(/^Card number/);
  await typeCard(user);
  await user.click(save());
  await user.type(await screen.findByLabelText('Code'), '123456{Enter}');
  const alert = await screen.findByRole('alert');
  expect(alert).toHaveTextContent('Your card was declined. Please try another card.');
  expect(alert).toHaveTextContent(messagesText('card_again'));
  expect(alert).not.toHaveTextContent('CVV');
  for (const label of [/^Card number/, /^Expiration/, /^CVV/]) expect(screen.getByLabelText(label)).toHaveValue('');
});

const declinedFee: WaitingPayment = {
  problem: 'declined',
  amount: '1.00',
  by_new_card: true,
  bank_url: null,
  confirm_in_page: false,
};

const lock = { 'GET /account': { body: { ...member, first_timer: true } } };

const locked = 'Your first box is on this card';

test('a customer whose first box is under way is led to the dashboard, and told whom to contact, until when, and what they can do', async () => {
  const { path } = open('/change/payment', {
    ...lock,
    'GET /orders': { body: { orders: [box({ status: 'created' })] } },
  });
  const title = await screen.findByRole('heading', { level: 2, name: locked });
  expect(path()).toBe('/dashboard');
  await waitFor(() => expect(title).toHaveFocus());
  const notice = within(title.parentElement as HTMLElement);
  const phone = notice.getByRole('link', { name: brand().support_phone });
  expect(phone).toHaveAttribute('href', expect.stringMatching(/^tel:\+1\d{10}$/));
  expect(phone.parentElement).toHaveTextContent(/^Contact .* to Update Payment Information$/);
  expect(notice.getByText(/as soon as you have checked out box SB-1/)).toBeVisible();
  expect(notice.getByRole('button', { name: 'Cancel my order' })).toBeVisible();
  expect(screen.queryByLabelText(/^Card number/)).toBeNull();
});

test('a customer whose box is being styled is not told to cancel it', async () => {
  open('/change/payment', { ...lock, 'GET /orders': { body: { orders: [box({ status: 'styling' })] } } });
  const title = await screen.findByRole('heading', { level: 2, name: locked });
  expect(within(title.parentElement as HTMLElement).queryByRole('button')).toBeNull();
});

test('the record is loaded again once when the page opens, because a declined fee may have unlocked the card', async () => {
  let account: Account = { ...member, first_timer: true };
  const { user, to } = open('/dashboard', {
    'GET /account': () => ({ body: account }),
    'GET /orders': { body: { orders: [box({ status: 'created', payment: declinedFee })] } },
  });
  const change = await screen.findByRole('link', { name: 'Change payment' });
  account = { ...account, payment_needed: true };
  const before = ['GET /account', 'GET /orders'].map((call) => to(call).length);
  await user.click(change);
  expect(await screen.findByLabelText(/^Card number/)).toBeVisible();
  const after = ['GET /account', 'GET /orders'].map((call) => to(call).length);
  expect(after).toEqual(before.map((count) => count + 1));
});

test('the page opens with the known record if it cannot be loaded again', async () => {
  let isDown = false;
  const { user } = open('/dashboard', {
    'GET /account': () => (isDown ? { status: 503 } : { body: { ...member, payment_needed: true } }),
    'GET /orders': { body: { orders: [box({ status: 'created', payment: declinedFee })] } },
  });
  const change = await screen.findByRole('link', { name: 'Change payment' });
  isDown = true;
  await user.click(change);
  expect(await screen.findByLabelText(/^Card number/)).toBeVisible();
});

describe('a card that was declined can always be changed', () => {
  /** A customer with a first box whose declined card is unlocked until another one is saved. */
  const declined = () => {
    let account: Account = { ...member, first_timer: true, payment_needed: true };
    const seen: string[] = [];
    const titles = () => [...document.querySelectorAll('h1, h2')].map(({ textContent }) => textContent ?? '');
    const watch = new MutationObserver(() => seen.push(...titles()));
    watch.observe(document.body, { childList: true, subtree: true, characterData: true });
    const settle = () => {
      account = { ...account, payment_needed: false };
    };
    const handlers: Handlers = {
      'GET /account': () => ({ body: account }),
      'GET /orders': { body: { orders: [box({ status: 'created' })] } },
      'GET /questionnaire': { status: 503 },
    };
    return { settle, handlers, seen };
  };
  test('and once another is saved the customer goes on, without being told to contact the shop', async () => {
    const { settle, handlers, seen } = declined();
    const { user, to, path } = open('/change/payment?redirectTo=%2Frefer%2Ffriend', {
      ...handlers,
      'PATCH /credit_cards': () => {
        settle();
        return { body: savedCard() };
      },
    });
    await screen.findByLabelText(/^Card number/);
    await typeCard(user);
    await user.click(save());
    await waitFor(() => expect(path()).toBe('/refer/friend'));
    await waitFor(() => expect(screen.getByText('Your card is saved.')).toBeVisible());
    expect(to('PATCH /credit_cards')).toHaveLength(1);
    expect(seen).not.toContain(locked);
  });

  test('also after a code', async () => {
    const { settle, handlers, seen } = declined();
    const { user, path } = open('/change/payment?redirectTo=%2Frefer%2Ffriend', {
      ...handlers,
      'PATCH /credit_cards': { status: 403, body: { errors: { mfa_required: 'mfa error' } } },
      'POST /mfa_requests': { status: 204 },
      'POST /mfa_resubmissions': () => {
        settle();
        return { body: { data: member } };
      },
    });
    await screen.findByLabelText(/^Card number/);
    await typeCard(user);
    await user.click(save());
    await user.click(await screen.findByRole('button', { name: 'Request Code' }));
    await user.type(await screen.findByLabelText('Code'), '123456{Enter}');
    await waitFor(() => expect(path()).toBe('/refer/friend'));
    expect(seen).not.toContain(locked);
  });
});

describe('an account without billing', () => {
  const abandoned: Account = { ...member, celerant_id: null, first_timer: true, subscription_type: null };
  const add = (more: Partial<Account> = {}, responses: Responses = {}, handlers: Handlers = {}) =>
    open('/change/payment?redirectTo=%2Frefer%2Ffriend', {
      'GET /account': { body: { ...abandoned, ...more } },
      'GET /credit_card': { status: 404, body: null },
      'GET /questionnaire': { body: questionnaireOf(responses) },
      ...handlers,
    });
  const subscribe = () => screen.findByRole('button', { name: 'Add Payment and Subscribe' });

  test('adds its first card, and shows how often boxes come and what they cost before it is saved', async () => {
    const { user, to, path } = add();
    expect(await subscribe()).toBeVisible();
    expect(screen.getByText(messagesText('first_box_after_card'))).toBeVisible();
    const often = screen.getByRole('radiogroup', { name: /How often boxes come/ });
    expect(within(often).getAllByRole('radio', { checked: true })).toEqual([
      within(often).getByDisplayValue('subscription_30_day'),
    ]);
    const cost = screen.getByText(/costs a styling fee of/);
    expect(cost).toHaveTextContent('$1.00, and each later one $20.00');
    expect(cost).toHaveTextContent('stop at any time under Your subscription.');
    expect(within(cost).getByRole('link', { name: 'Your subscription' })).toHaveAttribute(
      'href',
      '/members/manage/subscription',
    );
    expect(to('PATCH /credit_cards')).toHaveLength(0);

    await typeCard(user);
    await user.click(await subscribe());
    await waitFor(() => expect(path()).toBe('/refer/friend'));
    expect(to('PATCH /credit_cards')[0]?.body).toMatchObject({ subscription_type: 'subscription_30_day' });
  });

  test('does not mention a subscription to a customer on demand', async () => {
    const { user, to } = add();
    await subscribe();
    await user.click(screen.getByDisplayValue('subscription_on_demand'));
    expect(screen.getByText(/A box comes only when you order one\./)).toBeVisible();
    await typeCard(user);
    await user.click(screen.getByRole('button', { name: 'Add Payment' }));
    await waitFor(() => expect(to('PATCH /credit_cards')).toHaveLength(1));
    expect(to('PATCH /credit_cards')[0]?.body).toMatchObject({ subscription_type: 'subscription_on_demand' });
  });

  test('does not ask again how often boxes come', async () => {
    const { user, to } = add({ subscription_type: 'subscription_90_day' });
    expect(await screen.findByRole('button', { name: 'Add Payment' })).toBeVisible();
    expect(screen.queryByRole('radiogroup', { name: /How often/ })).toBeNull();
    await typeCard(user);
    await user.click(screen.getByRole('button', { name: 'Add Payment' }));
    await waitFor(() => expect(to('PATCH /credit_cards')).toHaveLength(1));
    expect(to('PATCH /credit_cards')[0]?.body).not.toHaveProperty('subscription_type');
  });

  describe('whose first box is ordered with its card', () => {
    const chosen = { ship_by_date: '2026-11-24' };
    const pickUp = { dressing_room_to_go_signup: true };
    const add_payment = () => screen.findByRole('button', { name: 'Add Payment' });

    test('says so before the card is saved, with the day and the fee, and afterwards that it is ordered', async () => {
      const { user, to, path } = add(pickUp, chosen, {
        'PATCH /credit_cards': { body: savedCard({ order_id: 'o1' }) },
      });
      await add_payment();
      const ordered = within(screen.getByRole('region', { name: 'Your first box' }));
      expect(ordered.getByText(messagesText('first_box_with_card'))).toBeVisible();
      expect(ordered.getByText(/Tuesday, November 24/)).toBeVisible();
      expect(ordered.getByText('$1.00')).toBeVisible();
      // The cost is also with the consent, next to the button.
      expect(screen.getByText(/^The styling fee is \$1\.00\. It is charged when your box is styled/)).toBeVisible();
      expect(screen.getByRole('link', { name: /^Read the terms/ })).toHaveAttribute('href', brand().links.terms);
      // A pick-up is on demand.
      expect(screen.queryByRole('radiogroup', { name: /How often/ })).toBeNull();
      await typeCard(user);
      await user.click(await add_payment());
      await waitFor(() => expect(screen.getByText('Your card is saved. Your box is ordered.')).toBeVisible());
      await waitFor(() => expect(path()).toBe('/refer/friend'));
      expect(to('PATCH /credit_cards')[0]?.body).not.toHaveProperty('subscription_type');
      expect(to('PATCH /credit_cards')[0]?.body).toMatchObject({ order_first_box: true });
    });

    test('names the store of a pick-up, with links to store and day that lead back', async () => {
      const store = 'Minnesota - Edina Galleria';
      const { user, path } = add(
        pickUp,
        { ...chosen, preferred_store: store },
        { 'GET /locations': { body: { locations } }, 'GET /holidays': { body: holidays } },
      );
      await add_payment();
      const ordered = within(screen.getByRole('region', { name: 'Your first box' }));
      expect(await ordered.findByText(/Edina Galleria/)).toBeVisible();
      await user.click(ordered.getByRole('link', { name: 'Change the store' }));
      await waitFor(() => expect(path()).toBe('/quiz/delivery'));
      await user.click(await screen.findByRole('button', { name: 'Back' }));
      await waitFor(() => expect(path()).toBe('/change/payment?redirectTo=%2Frefer%2Ffriend'));
    });

    test('names the customer’s store if none is answered, because the server orders there', async () => {
      const account = { ...pickUp, assigned_location_id: edina.id };
      add(account, chosen, { 'GET /locations': { body: { locations: [edina] } } });
      await add_payment();
      const ordered = within(screen.getByRole('region', { name: 'Your first box' }));
      expect(await ordered.findByRole('link', { name: 'Change the store' })).toBeVisible();
      expect(ordered.getByText(/Edina Galleria/)).toBeVisible();
    });

    test.each([
      '/customize/order/order',
      '/customize/order/custom',
      '/customize/order/new/pickup',
      '/customize/order/custom/pickup',
      '/order-theme-box',
    ])('does not order it if the customer comes from %s, where the box is ordered', async (form) => {
      const { user, to, path } = open(`/change/payment?redirectTo=${form}`, {
        'GET /account': { body: { ...abandoned, ...pickUp } },
        'GET /credit_card': { status: 404, body: null },
        'GET /questionnaire': { body: questionnaireOf(chosen) },
        'GET /holidays': { body: holidays },
        'GET /locations': { body: { locations } },
        'GET /current_themeboxes': { body: { results: [] } },
      });
      expect(await subscribe()).toBeVisible();
      expect(screen.queryByText(messagesText('first_box_with_card'))).toBeNull();
      expect(screen.getByText(messagesText('first_box_after_card'))).toBeVisible();
      expect(screen.getByRole('radiogroup', { name: /How often boxes come/ })).toBeVisible();
      await typeCard(user);
      await user.click(await subscribe());
      await waitFor(() => expect(path()).toBe(form));
      expect(to('PATCH /credit_cards')[0]?.body).toMatchObject({ order_first_box: false });
      await waitFor(() => expect(screen.getByText('Your card is saved.')).toBeVisible());
    });

    test('leads on to what is missing, and the box is ordered there without the card', async () => {
      let account: Account = { ...abandoned, ...pickUp };
      const { user, path } = add(
        {},
        {},
        {
          'GET /account': () => ({ body: account }),
          'GET /holidays': { body: holidays },
          'GET /locations': { body: { locations } },
          'GET /current_themeboxes': { body: { results: [] } },
          'GET /account/signup_code': { body: null },
          'PATCH /credit_cards': () => {
            account = { ...account, celerant_id: '1001', billing_info_complete: true };
            const issue = { field: 'store', code: 'store', message: 'Please choose a store.' };
            return { body: savedCard({ order_error: { errors: { form_invalid: 'no' }, issues: [issue] } }) };
          },
        },
      );
      await add_payment();
      await typeCard(user);
      await user.click(await add_payment());
      await waitFor(() => expect(path()).toBe('/payment/billing'));
      expect(await screen.findByText('Please choose a store.')).toBeVisible();
      expect(screen.getByRole('link', { name: 'Choose another store' })).toBeVisible();
      expect(screen.getByRole('button', { name: 'Order my box' })).toBeVisible();
    });
  });

  test('says if its answers cannot be loaded, and can load them again', async () => {
    let isDown = true;
    const { user } = add(
      {},
      {},
      {
        'GET /questionnaire': () => (isDown ? { status: 503 } : { body: questionnaireOf({}) }),
      },
    );
    const again = await screen.findByRole('button', { name: 'Try again' }, { timeout: 5000 });
    isDown = false;
    await user.click(again);
    expect(await subscribe()).toBeVisible();
  });
});

describe('what another tab did meanwhile', () => {
  test('a first box that it ordered locks the card, and the dashboard says so', async () => {
    let orders: Order[] = [];
    const { user } = open('/change/payment', {
      ...lock,
      'GET /orders': () => ({ body: { orders } }),
      'PATCH /credit_cards': () => {
        orders = [box({ status: 'created' })];
        return { status: 403, body: { errors: { card_in_use: 'This card pays for your first box.' } } };
      },
    });
    await screen.findByLabelText(/^Card number/);
    await typeCard(user);
    await user.click(save());
    expect(await screen.findByRole('heading', { level: 2, name: locked })).toBeVisible();
    expect(await screen.findByText('This card pays for your first box.')).toBeVisible();
  });

  test('another card is shown as soon as the page has loaded it, and what was typed stays', async () => {
    const { user, client } = open('/change/payment');
    await screen.findByLabelText(/^Card number/);
    await typeCard(user);
    const another = { ...onFile, card_info: { ...onFile.card_info, last_four: '1881' } };
    client.setQueryData(cardAndHolderQuery.queryKey, another);
    expect(await screen.findByText('The card on file was changed in another tab or on another device.')).toBeVisible();
    expect(screen.getByText(/1881/)).toBeVisible();
    expect(screen.getByLabelText(/^Card number/)).toHaveValue('4242-4242-4242-4242');
  });
});

test('if the card cannot be loaded, the page says so and can load it again', async () => {
  let isDown = true;
  const { user } = open('/change/payment', {
    'GET /credit_card': () => (isDown ? { status: 503 } : { body: { data: onFile } }),
  });
  const again = await screen.findByRole('button', { name: 'Try again' }, { timeout: 5000 });
  isDown = false;
  await user.click(again);
  expect(await screen.findByLabelText(/^Card number/)).toBeVisible();
});
