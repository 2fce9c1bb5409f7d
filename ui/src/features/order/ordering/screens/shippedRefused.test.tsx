import { act, screen, waitFor } from '@testing-library/react';
import { toast } from 'sonner';
import { messagesText } from '~/core';
import { dana } from '~test/boxes';
import { everShown } from '~test/everShown';
import { openPage } from '~test/openPage';
import { newBox, send, summary } from '~test/orderForm';
import { cardOnFile, created, done, serveOrdering } from '~test/ordering';
import { answered } from '~test/quiz';
import type { Answer } from '~test/server';

test('the button says what is missing and leads there: card, address, answers', async () => {
  const { top_size: _size, denim_rise: _rise, ...some } = answered;
  const server = serveOrdering({
    account: { shipping_addresses: [], cc_expiration: null },
    responses: some,
    more: { 'GET /credit_card': { status: 404 } },
  });
  const { user } = openPage(newBox);
  const button = await send();
  expect(button).toHaveAttribute('aria-disabled', 'true');
  await user.click(button);
  expect(screen.getByText(/^Still needed: Top size, .*, your shipping address, a payment card$/)).toBeVisible();
  expect(await screen.findByRole('combobox', { name: /Top size/ })).toHaveFocus();
  expect(screen.getByText('Please add a payment card.')).toBeVisible();
  expect(screen.getByText('Please complete your shipping address: street, city, state and ZIP code.')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Add payment' })).toHaveAttribute(
    'href',
    '/members/change/payment?redirectTo=/customize/order/order',
  );
  await user.selectOptions(await screen.findByRole('combobox', { name: /Top size/ }), 'M');
  await waitFor(() => expect(server.saved()).toMatchObject({ top_size: 'M' }));
  // An answered question stays.
  expect(screen.getByRole('combobox', { name: /Top size/ })).toHaveValue('M');
  expect(server.to('POST /orders')).toHaveLength(0);
});

test.each([
  ['10/26', 'Your credit card has expired.'],
  ['11/26', 'Your credit card is expiring soon.'],
])('a card that ends %s: %s', async (expiration, words) => {
  serveOrdering({
    account: { cc_expiration: expiration },
    more: { 'GET /credit_card': { body: cardOnFile(expiration) } },
  });
  openPage(newBox);
  expect(
    await screen.findByText(new RegExp(`^${words.replace('.', '\\.')} Please update your payment method`)),
  ).toBeVisible();
  expect(screen.getByRole('link', { name: 'Change payment' })).toBeVisible();
});

test('a card that ends before the box comes blocks the button', async () => {
  serveOrdering({ account: { cc_expiration: '11/26' }, more: { 'GET /credit_card': { body: cardOnFile('11/26') } } });
  const { user } = openPage(newBox);
  await user.click(await screen.findByRole('button', { name: 'Next month' }));
  await user.click(await screen.findByRole('button', { name: /Tuesday, December 8/ }));
  // It is announced, and shows at the calendar, because it depends on the day.
  const warning = screen.getByRole('status', { name: 'Your card' });
  expect(warning).toHaveTextContent(/^Your credit card will expire before your next shipment\./);
  const calendar = screen.getByRole('region', { name: /^The day your box arrives/ });
  expect(calendar.nextElementSibling).toBe(warning);
  expect(await send()).toHaveAttribute('aria-disabled', 'true');
});

test('a change of an address that is not the main one does not mention later boxes', async () => {
  const other = dana.shipping_addresses.map((address) => ({ ...address, id: 'a2', is_primary: false }));
  serveOrdering({
    account: { shipping_addresses: [...dana.shipping_addresses, ...other] },
    orders: [created({ shipping_address_id: 'a2' })],
  });
  const { user } = openPage('/customize/order/o1');
  await user.click(await screen.findByRole('button', { name: 'Change address' }));
  expect(await screen.findByRole('textbox', { name: /Address line 1/ })).toHaveFocus();
  expect(screen.queryByText(messagesText('later_boxes_too'))).toBeNull();
});

test('an address that was typed before a reload blocks the button from the start', async () => {
  serveOrdering();
  const first = openPage(newBox);
  await first.user.click(await screen.findByRole('button', { name: 'Change address' }));
  await first.user.type(await screen.findByRole('textbox', { name: /Address line 1/ }), 'x');
  first.unmount();

  const wasOffered = everShown(
    () => screen.queryByText('Send My Stylebox!')?.closest('button')?.getAttribute('aria-disabled') === 'false',
  );
  const { user } = openPage(newBox);
  await user.click(await send());
  expect(screen.getByText(/^Still needed: your new address: save it/)).toBeVisible();
  expect(wasOffered()).toBe(false);
});

test('a customer saves another address, and is told if it is undeliverable', async () => {
  const [home] = dana.shipping_addresses;
  let account = dana;
  const server = serveOrdering({
    more: {
      'GET /account': () => ({ body: account }),
      'PATCH /shipping_addresses/a1': ({ body }) => {
        const { line_1 } = (body as { shipping_address: { line_1: string } }).shipping_address;
        if (line_1 === 'Nowhere 1') return { status: 422, body: { errors: { shippo_id_invalid: 'no' } } };
        const changed = { ...home, shipping_line_1: line_1 } as typeof home;
        account = { ...dana, shipping_addresses: changed ? [changed] : [] };
        return { body: changed };
      },
    },
  });
  const { user } = openPage(newBox);
  await user.click(await screen.findByRole('button', { name: 'Change address' }));
  const line = await screen.findByRole('textbox', { name: /Address line 1/ });
  expect(screen.getByText(messagesText('later_boxes_too'))).toBeVisible();
  await user.clear(line);
  await user.type(line, 'Nowhere 1');
  await user.click(await send());
  expect(screen.getByText(/^Still needed: your new address: save it/)).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Save this address' }));
  expect(await screen.findByText('Invalid Address. Please enter a valid address.', { selector: 'p' })).toBeVisible();
  expect(line).toHaveAttribute('aria-invalid', 'true');
  await waitFor(() => expect(screen.getByRole('group', { name: 'One thing to fix' })).toHaveFocus());
  await user.clear(line);
  await user.type(line, '12 Main Street');
  await user.click(screen.getByRole('button', { name: 'Save this address' }));
  expect(await screen.findByRole('button', { name: 'Change address' })).toBeVisible();
  expect((await summary()).getByText(/12 Main Street/)).toBeVisible();
  expect(server.to('PATCH /shipping_addresses/a1')).toHaveLength(2);
});

test('without a network the form says so, and the same order is sent again with the same key', async () => {
  let isDown = true;
  const server = serveOrdering();
  const real = globalThis.fetch;
  globalThis.fetch = async (input, init) => {
    const answer = await real(input, init);
    if (isDown && init?.method === 'POST') throw new TypeError('lost');
    return answer;
  };
  const { user } = openPage(newBox);
  await user.click(await send());
  expect(await screen.findByRole('heading', { name: 'You are offline' })).toBeVisible();
  isDown = false;
  await user.click(await send());
  const [one, two] = server.to('POST /orders');
  expect(two?.headers.get('Idempotency-Key')).toBe(one?.headers.get('Idempotency-Key'));
});

test('a box that was ordered in another tab meanwhile is shown', async () => {
  let orders = [done];
  serveOrdering({
    more: {
      'GET /orders': () => ({ body: { orders } }),
      'POST /orders': () => {
        orders = [created(), done];
        return { status: 409, body: { errors: { order_unfinished: 'You already have a box under way.' } } };
      },
    },
  });
  const { user } = openPage(newBox);
  await user.click(await send());
  expect(await screen.findByRole('heading', { level: 1, name: 'You have a box under way' })).toBeVisible();
  expect(screen.getByRole('link', { name: 'Change this order' })).toHaveAttribute(
    'href',
    '/members/customize/order/o1',
  );
});

test('an order that is refused for another reason than a part of the form says so above the form, where it stays', async () => {
  const answers: Answer[] = [{ status: 503, body: { errors: { unavailable: 'Please come back later.' } } }];
  serveOrdering({ more: { 'POST /orders': () => answers.shift() ?? { status: 201, body: created() } } });
  const { user, path } = openPage(newBox);
  await user.click(await send());
  expect(await screen.findByRole('group', { name: 'Please come back later.' })).toHaveFocus();
  act(() => void toast.dismiss());
  expect(screen.getByRole('group', { name: 'Please come back later.' })).toBeVisible();
  await user.click(await send());
  await waitFor(() => expect(path()).toBe('/dashboard'));
});

test('a day that has closed meanwhile shows a message at the calendar', async () => {
  const why = 'Your box cannot arrive by this day. Please choose a later one.';
  const issues = [{ field: 'ship_by_date', code: 'ship_date_past', message: why }];
  serveOrdering({ more: { 'POST /orders': { status: 422, body: { errors: { ship_by_date: why }, issues } } } });
  const { user } = openPage(newBox);
  await user.click(await send());
  expect(await screen.findByRole('link', { name: `Day: ${why}` })).toBeVisible();
  expect(screen.getByRole('region', { name: /The day your box arrives/ })).toHaveAccessibleDescription(why);
});

test('a proposed day that closes is named, and another replaces it', async () => {
  const server = serveOrdering();
  const { user } = openPage(newBox);
  expect((await summary()).getByText('Saturday, November 28')).toBeVisible();
  const real = Date.now;
  jest.spyOn(Date, 'now').mockImplementation(() => real() + 6 * 24 * 60 * 60_000);
  await user.click(await send());
  expect(await screen.findByText(/can no longer be chosen\./)).toHaveTextContent('Saturday, November 28');
  expect((await summary()).queryByText('Saturday, November 28')).toBeNull();
  expect(server.to('POST /orders')).toHaveLength(0);
});

test('a refused part of the form shows its message, and the list links to it', async () => {
  const issues = [
    { field: 'on_demand_customer_msg', code: 'too_long', message: 'This is too long.' },
    { field: 'subscription_type', code: 'choice_unknown', message: 'Please choose again.' },
    { field: 'themebox_sign_up', code: 'required', message: 'Required' },
  ];
  const errors = Object.fromEntries(issues.map(({ field, message }) => [field, message]));
  serveOrdering({
    account: { subscription_type: 'subscription_on_demand' },
    more: { 'POST /orders': { status: 422, body: { errors, issues } } },
  });
  const { user } = openPage(newBox);
  await user.click(await send());
  await user.click(await screen.findByRole('link', { name: 'Note: This is too long.' }));
  const note = screen.getByRole('textbox', { name: 'What is this box for?' });
  expect(note).toHaveFocus();
  expect(note).toHaveAccessibleDescription(/This is too long\./);
  await user.click(screen.getByRole('link', { name: 'How often: Please choose again.' }));
  const often = screen.getByRole('radiogroup', { name: /How often boxes come/ });
  expect(often).toHaveFocus();
  expect(often).toHaveAccessibleDescription(/Please choose again\./);
  await user.click(screen.getByRole('link', { name: 'Theme: Required' }));
  expect(screen.getByRole('radiogroup', { name: /A theme/ })).toHaveFocus();
});

test('while the order is being sent nothing can be typed, because it would be lost', async () => {
  let answer = () => {};
  serveOrdering({
    more: {
      'POST /orders': () =>
        new Promise((resolve) => {
          answer = () => resolve({ status: 201, body: created({ id: 'o2' }) });
        }),
    },
  });
  const { user, path } = openPage(newBox);
  const button = await send();
  const note = screen.getByRole('textbox', { name: 'What is this box for?' });
  expect(note.closest('[inert]')).toBeNull();
  await user.click(button);
  await waitFor(() => expect(note.closest('[inert]')).not.toBeNull());
  answer();
  await waitFor(() => expect(path()).toBe('/dashboard'));
});
