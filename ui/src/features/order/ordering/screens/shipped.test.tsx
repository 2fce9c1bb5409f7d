import { screen, waitFor, within } from '@testing-library/react';
import { openPage } from '~test/openPage';
import { newBox, send, sent, summary } from '~test/orderForm';
import { cardOnFile, created, done, serveOrdering } from '~test/ordering';
import { answered, questionnaireOf } from '~test/quiz';
import { holdWidth } from '~test/width';

test.each([
  ['the day', () => document.getElementById('order-ship_by_date') as HTMLElement],
  ['the address', () => screen.getByRole('region', { name: 'Where it goes' })],
  ['the card', () => screen.getByRole('region', { name: 'Payment' })],
])('Change %s leads to that part of the form', async (what, part) => {
  serveOrdering();
  const { user } = openPage(newBox);
  await user.click((await summary()).getByRole('button', { name: `Change ${what}` }));
  await waitFor(() => expect(part()).toContainElement(document.activeElement as HTMLElement));
});

test('Back leads to the dashboard', async () => {
  serveOrdering();
  const { user, path } = openPage(newBox);
  await summary();
  await user.click(screen.getByRole('link', { name: 'Back' }));
  await waitFor(() => expect(path()).toBe('/dashboard'));
});

test('a customer orders a box with the defaults: the first open day after four days, the primary address, the card on file', async () => {
  const server = serveOrdering();
  const { user, path } = openPage(newBox);
  const inSummary = await summary();
  // Friday, November 20, plus 4 days. On a Friday all days until Wednesday are closed; Thanksgiving and the day after are holidays.
  expect(inSummary.getByText('Saturday, November 28')).toBeVisible();
  expect(inSummary.getByText('Dana Lee')).toBeVisible();
  expect(inSummary.getByText('Visa ending in 4242')).toBeVisible();
  expect(inSummary.getByText('$20.00')).toBeVisible();
  // A subscriber is not asked how often boxes come.
  expect(screen.queryByRole('radiogroup', { name: /How often boxes come/ })).toBeNull();

  await user.dblClick(await send());
  expect(await screen.findByText('Your box is ordered.')).toBeVisible();
  await waitFor(() => expect(path()).toBe('/dashboard'));
  expect(await screen.findByRole('heading', { level: 2, name: 'Your box is scheduled' })).toBeVisible();
  const calls = server.to('POST /orders');
  expect(calls).toHaveLength(1);
  expect(sent(calls[0])).toEqual({ customer_pick_up: false, ship_by_date: '2026-11-28', themebox_sign_up: false });
  expect(calls[0]?.headers.get('Idempotency-Key')).not.toBeNull();
});

// Spec B, section 5: one month at widths up to 767 pixels, otherwise two.
test.each([
  [767, 1],
  [768, 2],
])('at %d pixels the calendar shows %d month(s)', async (px, months) => {
  holdWidth(px);
  serveOrdering();
  openPage(newBox);
  await send();
  expect(await screen.findAllByRole('grid')).toHaveLength(months);
});

test('day, theme and note are sent, and survive a reload', async () => {
  const server = serveOrdering();
  const first = openPage(newBox);
  await first.user.click(await screen.findByRole('button', { name: /Monday, November 30/ }));
  await first.user.click(await screen.findByRole('radio', { name: 'Weekend Away' }));
  await first.user.type(screen.getByRole('textbox', { name: 'What is this box for?' }), 'A wedding');
  first.unmount();

  const { user } = openPage(newBox);
  expect(await screen.findByRole('radio', { name: 'Weekend Away' })).toBeChecked();
  expect((await summary()).getByText('Monday, November 30')).toBeVisible();
  await user.click(await send());
  await screen.findByText('Your box is ordered.');
  expect(sent(server.to('POST /orders')[0])).toMatchObject({
    ship_by_date: '2026-11-30',
    themebox_sign_up: true,
    on_demand_customer_msg: 'A wedding',
  });
  expect(sessionStorage.getItem('stylebox.draft.order.delivery')).toBeNull();
});

test('a customer checks all details first, and comes back to what they chose', async () => {
  const server = serveOrdering();
  const { user, path } = openPage(newBox);
  await user.type(await screen.findByRole('textbox', { name: 'What is this box for?' }), 'A wedding');
  await user.click(screen.getByRole('link', { name: 'Review all your details' }));
  expect(await screen.findByRole('heading', { level: 1, name: 'Is all of this still right?' })).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Save and Continue' }));
  await waitFor(() => expect(path()).toBe(newBox));
  expect(await screen.findByRole('textbox', { name: 'What is this box for?' })).toHaveValue('A wedding');
  expect(server.to('PATCH /account')).toHaveLength(0);
});

test('notes from the purchase history are sent with a new order', async () => {
  const note = 'More like this, please: Sweater by Marlowe.';
  const asked = 'GET /account/next_box_note';
  const server = serveOrdering({ more: { [asked]: { body: { line_item_ids: ['l1'], note } } } });
  const { user } = openPage(newBox);
  const along = (await screen.findByText(note)).closest('figure');
  expect(along).toHaveTextContent('Also in your note, from your purchase history:');
  await user.click(await send());
  await screen.findByText('Your box is ordered.');
  expect(sent(server.to('POST /orders')[0])).not.toHaveProperty('on_demand_customer_msg');
});

test('a customer with the ended code of 2020 who subscribes with a box reads nothing about it', async () => {
  serveOrdering({
    account: { subscription_type: 'subscription_on_demand', styling_fee_override_code: 'ONE_DOLLAR_2020' },
  });
  const { user } = openPage(newBox);
  await user.click(await screen.findByRole('radio', { name: /Quarterly/ }));
  await user.click(await screen.findByRole('button', { name: 'Subscribe and Send My Stylebox!' }));
  await screen.findByText('Your box is ordered.');
  expect(screen.queryByText(/through 2020/)).toBeNull();
});

test('a customer on demand chooses how often boxes come', async () => {
  const server = serveOrdering({ account: { subscription_type: 'subscription_on_demand' } });
  const { user } = openPage(newBox);
  const often = within(await screen.findByRole('radiogroup', { name: /How often boxes come/ }));
  expect(often.getAllByRole('radio').map((radio) => radio.closest('label')?.textContent)).toEqual([
    "Can't get enough! (Every month)",
    "Keep 'em comin (Every other month)",
    'Seasonal hauls (Quarterly)',
    'My people will call your people (On demand)',
  ]);
  expect(often.getByRole('radio', { name: /On demand/ })).toBeChecked();
  const terms = () => screen.getByText(/^Each box costs a styling fee of/);
  expect(terms()).toHaveTextContent('A box comes only when you order one.');
  expect(await send()).toBeVisible();
  await user.click(often.getByRole('radio', { name: /Quarterly/ }));
  expect(terms()).toHaveTextContent(
    /Each box costs a styling fee of \$20\.00\..*Boxes keep coming until you stop them: you can change how often/,
  );
  await user.click(await screen.findByRole('button', { name: 'Subscribe and Send My Stylebox!' }));
  await screen.findByText('Your box is ordered.');
  expect(sent(server.to('POST /orders')[0])).toMatchObject({ subscription_type: 'subscription_90_day' });
});

test('if the orders cannot be loaded, the form says so and can load them again', async () => {
  let isDown = true;
  serveOrdering({ more: { 'GET /orders': () => (isDown ? { status: 500 } : { body: { orders: [done] } }) } });
  const { user } = openPage(newBox);
  const again = await screen.findByRole('button', { name: 'Try again' });
  isDown = false;
  await user.click(again);
  expect(await send()).toBeVisible();
});

test('if the card cannot be loaded, the form says so; the account has its expiration', async () => {
  let isDown = true;
  serveOrdering({ more: { 'GET /credit_card': () => (isDown ? { status: 500 } : { body: cardOnFile() }) } });
  const { user } = openPage(newBox);
  expect(await screen.findByText(/^Your card could not be loaded\./)).toBeVisible();
  expect(await send()).toHaveAttribute('aria-disabled', 'false');
  isDown = false;
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('ends 12/28')).toBeVisible();
});

test('the choices survive the end of the session', async () => {
  let isOver = true;
  const server = serveOrdering({
    more: {
      'POST /orders': () => (isOver ? { status: 401, body: null } : { status: 201, body: created() }),
    },
  });
  const first = openPage(newBox);
  await first.user.type(await screen.findByRole('textbox', { name: 'What is this box for?' }), 'A wedding');
  await first.user.click(await send());
  await waitFor(() => expect(first.path()).toBe('/login'));
  first.unmount();
  isOver = false;

  const { user } = openPage(newBox);
  expect(await screen.findByRole('textbox', { name: 'What is this box for?' })).toHaveValue('A wedding');
  await user.click(await send());
  await waitFor(() => expect(server.to('POST /orders')).toHaveLength(2));
  expect(sent(server.to('POST /orders')[1])).toMatchObject({ on_demand_customer_msg: 'A wedding' });
});

test('an answer that another tab removed is asked for', async () => {
  let responses: Record<string, unknown> = answered;
  const { top_size: _size, ...some } = answered;
  const why = 'Please tell us your top size.';
  serveOrdering({
    more: {
      'GET /questionnaire': () => ({ body: questionnaireOf(responses) }),
      'POST /orders': () => {
        responses = some;
        return {
          status: 422,
          body: { errors: { top_size: why }, issues: [{ field: 'top_size', code: 'missing', message: why }] },
        };
      },
    },
  });
  const { user } = openPage(newBox);
  await user.click(await send());
  expect(await screen.findByRole('link', { name: `Top size: ${why}` })).toBeVisible();
  expect(await screen.findByRole('combobox', { name: /Top size/ })).toHaveAccessibleDescription(why);
});

describe('the sizes and fit by which the box is chosen', () => {
  const sizes = () => within(screen.getByRole('region', { name: 'Your sizes and fit' }));
  const row = (name: string) => sizes().getByText(name, { selector: 'dt' }).nextElementSibling;

  test('are on the form with all answers, and open in place to be changed', async () => {
    const server = serveOrdering({ responses: { ...answered, top_size: 'M', bottom_size: '8', brand_1: 'Saltmarsh' } });
    const { user } = openPage(newBox);
    await send();
    expect(screen.queryByText('What we still need to know')).toBeNull();
    expect(
      [row('Top size'), row('Bottom size'), row('A brand that fits you well')].map((each) => each?.textContent),
    ).toEqual(['M', '8', 'Saltmarsh']);
    // The eleven answers of spec B, section 5.
    expect(sizes().getAllByRole('term')).toHaveLength(11);
    await user.click(sizes().getByRole('button', { name: 'Change your sizes and fit' }));
    const top = await sizes().findByRole('combobox', { name: /^Top size/ });
    expect(top).toHaveValue('M');
    await user.selectOptions(top, 'L');
    await user.click(await send());
    expect(await screen.findByText('Your box is ordered.')).toBeVisible();
    expect(server.saved()).toMatchObject({ top_size: 'L', bottom_size: '8' });
  });

  test('stay in place while one is emptied, and the button names it', async () => {
    serveOrdering({ responses: { ...answered, brand_1: 'Saltmarsh' } });
    const { user } = openPage(newBox);
    await send();
    await user.click(sizes().getByRole('button', { name: /^Change/ }));
    await user.clear(await sizes().findByRole('textbox', { name: /^A brand that fits you well/ }));
    await user.click(await send());
    await waitFor(async () =>
      expect(await send()).toHaveAccessibleDescription('Still needed: A brand that fits you well'),
    );
    expect(screen.queryByText('What we still need to know')).toBeNull();
    expect(sizes().getByRole('textbox', { name: /^A brand that fits you well/ })).toBeVisible();
  });

  test('ask for missing answers, and sum up the others', async () => {
    const { top_size: _open, ...others } = answered;
    serveOrdering({ responses: others });
    openPage(newBox);
    const asked = within(await screen.findByRole('region', { name: 'What we still need to know' }));
    expect(await asked.findByRole('combobox', { name: /^Top size/ })).toBeVisible();
    expect(sizes().getAllByRole('term')).toHaveLength(10);
    expect(sizes().queryByText('Top size')).toBeNull();
  });
});

test.each([
  [null, 'There are no theme boxes right now.'],
  ['date_night', 'The theme that you chose is no longer available.'],
])(
  'a list of theme boxes that comes empty says so, and the box is ordered without one (chosen: %s)',
  async (themebox, words) => {
    const more = { 'GET /current_themeboxes': { body: { results: [] } } };
    serveOrdering({ more, ...(themebox ? { orders: [created({ themebox, themebox_sign_up: true }), done] } : {}) });
    const { user } = openPage(themebox ? '/customize/order/o1' : newBox);
    expect(await screen.findByText(words)).toBeVisible();
    expect(screen.getByText('There are no theme boxes right now.')).toBeVisible();
    expect(screen.queryByRole('radiogroup', { name: /^A theme/ })).toBeNull();
    if (themebox) {
      await user.click(screen.getByRole('button', { name: 'Continue without a theme' }));
      expect(screen.queryByText(words)).toBeNull();
    }
  },
);
