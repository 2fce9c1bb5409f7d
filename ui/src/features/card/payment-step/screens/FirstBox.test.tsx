import { act, screen, waitFor, within } from '@testing-library/react';
import { planPickup } from '~/api/delivery/plannedPickup';
import type { NewCard } from '~/api/schema.gen';
import { box } from '~test/boxes';
import { openPage } from '~test/openPage';
import {
  annAtHome,
  annWithCard,
  chosen,
  dateNight,
  edina,
  hello25,
  openPayment,
  savedCard,
  sendButton,
  typeCard,
} from '~test/payment';
import { answered, questionnaireOf } from '~test/quiz';
import { type Answer, holdSession, serve } from '~test/server';

beforeEach(holdSession);

const summary = () => screen.getByRole('complementary', { name: 'What you order' });
/** The options that were sent with the card. */
const optionsOf = (to: ReturnType<typeof serve>['to']) =>
  (to('POST /credit_cards')[0]?.body as NewCard | undefined)?.options;
/** The summary's value for a name. */
const row = (name: string) => within(summary()).getByText(name, { selector: 'dt' }).nextElementSibling;
const unknownCode: Answer = {
  status: 422,
  body: { errors: { PROMO_CODE_NOT_RECOGNIZED: 'This code is not recognized.' } },
};

describe('the summary beside the form', () => {
  test('of a shipped box: day, frequency, the fee and when it is charged, the discount', async () => {
    await openPayment();
    await waitFor(() => expect(row('Arrives on')).toHaveTextContent('Monday, November 30'));
    expect(row('How often')).toHaveTextContent(/^Every Other MonthChange$/);
    expect(row('Styling fee')).toHaveTextContent('$1.00Charged when your box is styled');
    await waitFor(() => expect(row('Discount')).toHaveTextContent('$25.00 offHello25'));
  });

  test('of a pick-up: store and day; it is on demand, and sent with the card', async () => {
    planPickup(false);
    const responses = { ...answered, preferred_store: 'Minnesota - Edina Galleria', ship_by_date: '2026-11-24' };
    const { user, to, path } = await openPayment({
      'GET /questionnaire': { body: questionnaireOf(responses) },
      'PATCH /account': { body: annAtHome },
    });
    await waitFor(() => expect(row('Pick-up at')).toHaveTextContent('Edina Galleria3510 GalleriaEdina, MN 55435'));
    expect(row('Pick-up on')).toHaveTextContent('Tuesday, November 24');
    expect(row('How often')).toHaveTextContent(/^On DemandChange$/);
    await typeCard(user);
    await user.click(sendButton());
    await waitFor(() => expect(path()).toBe('/account/confirmation'));
    const options = optionsOf(to);
    expect(options).toMatchObject({ isDressingRoomToGo: true, ship_by_date: '2026-11-24' });
    expect(options).not.toHaveProperty('isThemeboxSignUp');
    // The sign-up is over.
    expect(sessionStorage.getItem('stylebox.drtgSignup')).toBeNull();
  });

  test('a plan made in a store is told to the server before the card, because the order ends the sign-up', async () => {
    planPickup(true);
    const responses = { ...answered, preferred_store: 'Minnesota - Edina Galleria', ship_by_date: '2026-11-24' };
    let tries = 0;
    const { user, calls, path } = await openPayment({
      'GET /questionnaire': { body: questionnaireOf(responses) },
      'PATCH /account': () => {
        tries += 1;
        return tries === 1 ? { status: 503 } : { body: annAtHome };
      },
    });
    await waitFor(() => expect(tries).toBe(1));
    await typeCard(user);
    await user.click(sendButton());
    await waitFor(() => expect(path()).toBe('/account/confirmation'));
    const names = calls.map((call) => `${call.method} ${call.path}`);
    expect(names.lastIndexOf('PATCH /account')).toBeLessThan(names.indexOf('POST /credit_cards'));
    expect(tries).toBe(2);
  });

  test('of a pick-up that was chosen in the delivery step', async () => {
    const responses = { ...answered, delivery_style: 'I will pick it up' };
    await openPayment({ 'GET /questionnaire': { body: questionnaireOf(responses) } });
    await waitFor(() => expect(row('Pick-up on')).toHaveTextContent('Choose'));
    expect(within(summary()).getAllByRole('link', { name: /^Choose/ })[0]).toHaveAttribute(
      'href',
      '/members/quiz/delivery',
    );
  });

  test('of a theme box that the customer takes away: it is removed from the order, the answers and the account', async () => {
    sessionStorage.setItem('stylebox.selectedThemebox', dateNight.theme);
    const themed = { ...annAtHome, themebox_signup: true };
    const { user, to } = await openPayment({
      'GET /account': { body: themed },
      'GET /questionnaire': { body: questionnaireOf({ ...chosen, themebox: dateNight.theme }) },
      'PATCH /account': { body: annAtHome },
      'PATCH /style_profiles/profile-1': { body: { responses: chosen, stats: {} } },
    });
    await waitFor(() => expect(row('Theme box')).toHaveTextContent('Date Night'));
    await user.click(within(summary()).getByRole('button', { name: 'Continue without it' }));
    await waitFor(() => expect(within(summary()).queryByText('Theme box', { selector: 'dt' })).toBeNull());
    expect(within(summary()).getByRole('heading', { name: 'What you order' })).toHaveFocus();
    expect(to('PATCH /account')[0]?.body).toEqual({ customer: { themebox_signup: false } });
    expect(sessionStorage.getItem('stylebox.selectedThemebox')).toBeNull();
    await typeCard(user);
    await user.click(sendButton());
    await waitFor(() => expect(to('POST /credit_cards')).toHaveLength(1));
    expect(optionsOf(to)).not.toHaveProperty('isThemeboxSignUp');
  });

  test('of a theme box that is no longer offered: another one can be chosen, also after the refusal', async () => {
    sessionStorage.setItem('stylebox.selectedThemebox', 'last_year');
    const { user } = await openPayment({
      'POST /credit_cards': {
        status: 422,
        body: {
          errors: { form_invalid: 'x' },
          issues: [{ field: 'themebox', code: 'choice_unknown', message: 'Please choose one of the answers.' }],
        },
      },
    });
    await waitFor(() => expect(row('Theme box')).toHaveTextContent('It is no longer available.'));
    await typeCard(user);
    await user.click(sendButton());
    const alert = await screen.findByRole('alert');
    expect(within(alert).getByRole('link', { name: 'Choose another theme' })).toHaveAttribute(
      'href',
      '/members/theme/box',
    );
    expect(alert).toHaveTextContent('Nothing was charged.');
    expect(alert).not.toHaveTextContent('CVV');
  });

  test('of a theme box: picture and name; it is sent with the card', async () => {
    sessionStorage.setItem('stylebox.selectedThemebox', dateNight.theme);
    const { user, to, path } = await openPayment();
    await waitFor(() => expect(row('Theme box')).toHaveTextContent('Date Night'));
    expect(summary().querySelector('img')).toHaveAttribute('src', dateNight.attachment.href);
    await typeCard(user);
    await user.click(sendButton());
    await waitFor(() => expect(path()).toBe('/account/confirmation'));
    const options = optionsOf(to);
    expect(options).toMatchObject({
      isThemeboxSignUp: true,
      themeboxTheme: 'date_night',
      themeboxDescription: 'For an evening out.',
      ship_by_date: '2026-11-30',
    });
    expect(sessionStorage.getItem('stylebox.selectedThemebox')).toBeNull();
  });

  test('of a pick-up whose customer signed in without the quiz: the open steps are listed', async () => {
    const responses = { preferred_store: 'Minnesota - Edina Galleria', ship_by_date: '2026-11-24' };
    await openPayment({
      'GET /account': { body: { ...annAtHome, dressing_room_to_go_signup: true } },
      'GET /questionnaire': { body: questionnaireOf(responses) },
    });
    expect(await screen.findByText(/things are still open that styling starts from/)).toBeVisible();
    expect(screen.getByRole('link', { name: /^Continue at “Hello/ })).toHaveAttribute('href', '/members/quiz/1');
  });

  test('of a pick-up with all answers: no open steps are listed', async () => {
    const responses = { ...answered, preferred_store: 'Minnesota - Edina Galleria', ship_by_date: '2026-11-24' };
    await openPayment({
      'GET /account': { body: { ...annAtHome, dressing_room_to_go_signup: true } },
      'GET /questionnaire': { body: questionnaireOf(responses) },
    });
    await waitFor(() => expect(row('Pick-up on')).toHaveTextContent('Tuesday, November 24'));
    expect(screen.queryByText(/still open/)).toBeNull();
  });

  test('a frequency that was not chosen is on demand, and can be chosen', async () => {
    await openPayment({ 'GET /questionnaire': { body: questionnaireOf(answered) } });
    await waitFor(() => expect(row('How often')).toHaveTextContent(/^On DemandChoose how often$/));
  });
});

describe('the discount', () => {
  const spring = { code: 'SPRING', kind: 'percentage_off', value: '30.00', description: '30% off' };
  const field = () => screen.getByLabelText('Discount code');

  test('an invitation’s percentage counts by default', async () => {
    const invitation = { code: 'JUNE', kind: 'percentage_off', value: '20.00', description: '20% off' };
    const { user } = await openPayment({ 'GET /account/signup_code': { body: invitation } });
    expect(await screen.findByText('20% off', { selector: 'strong' })).toBeVisible();
    await waitFor(() => expect(row('Discount')).toHaveTextContent('20% offJUNE'));
    await user.click(screen.getByText('Enter a discount code'));
    expect(screen.getByText('You can use one discount at a time: another code takes its place.')).toBeVisible();
  });

  describe('whose code came with the card and has ended', () => {
    const ended = 'The code AUTUMN15 can no longer be used.';
    const gone: Answer = { status: 404, body: { errors: { signup_code_ended: ended } } };
    const promise = () => screen.getByText(ended, { exact: false, selector: 'p' });

    test('says so, and what counts instead, until another code is typed', async () => {
      const { user } = await openPayment({
        'GET /account/signup_code': { body: { ...hello25, ended } },
        'GET /account/validate_signup_code/spring': { body: spring },
      });
      expect(await screen.findByText(ended, { exact: false })).toBeVisible();
      expect(promise()).toHaveTextContent(`${ended} $25.00 off your first box with Hello25.`);
      expect(promise()).toHaveRole('status');
      expect(row('Discount')).toHaveTextContent(/^\$25\.00 offHello25Change the discount$/);
      await user.type(field(), 'spring');
      await waitFor(() => expect(row('Discount')).toHaveTextContent('30% offSPRING'));
      expect(screen.queryByText(ended, { exact: false })).toBeNull();
      await user.clear(field());
      expect(await screen.findByText(ended, { exact: false })).toBeVisible();
    });

    test('says so if nothing counts instead, and promises no discount', async () => {
      await openPayment({ 'GET /account/signup_code': gone });
      expect(await screen.findByText(ended, { exact: false })).toBeVisible();
      expect(promise()).toHaveTextContent(new RegExp(`^${ended}$`));
      expect(row('Discount')).toHaveTextContent(/^–Change the discount$/);
    });

    test('is no longer promised after it ended while the customer was on another page', async () => {
      const answers: Answer[] = [{ body: { ...hello25, code: 'AUTUMN15', description: '15% off' } }];
      const { router } = await openPayment({ 'GET /account/signup_code': () => answers.shift() ?? gone });
      await waitFor(() => expect(row('Discount')).toHaveTextContent('15% offAUTUMN15'));
      await act(() => router.navigate('/quiz/delivery'));
      await screen.findByRole('heading', { name: 'How would you like to get your box?' });
      await act(() => router.navigate('/payment/billing'));
      expect(await screen.findByText(ended, { exact: false })).toBeVisible();
      expect(row('Discount')).toHaveTextContent(/^–Change the discount$/);
    });
  });

  test('a typed code is checked once typing pauses, and replaces the default', async () => {
    const { user, calls, to, path } = await openPayment({
      'GET /account/validate_signup_code/spring': { body: spring },
    });
    await user.type(field(), 'spring');
    await waitFor(() => expect(row('Discount')).toHaveTextContent('30% offSPRING'));
    expect(calls.filter(({ path: asked }) => asked.includes('validate_signup_code'))).toHaveLength(1);

    await user.clear(field());
    await waitFor(() => expect(row('Discount')).toHaveTextContent('$25.00 offHello25'));

    await user.type(field(), 'spring');
    await typeCard(user);
    await user.click(sendButton());
    await waitFor(() => expect(path()).toBe('/account/confirmation'));
    expect(optionsOf(to)?.coupon).toBe('spring');
  });

  test('without a code none is sent: the server knows the default', async () => {
    const { user, to, path } = await openPayment();
    await typeCard(user);
    await user.click(sendButton());
    await waitFor(() => expect(path()).toBe('/account/confirmation'));
    expect(optionsOf(to)).not.toHaveProperty('coupon');
  });

  test('if the default cannot be loaded, the summary says so, and can load it again', async () => {
    const answers: Answer[] = [{ status: 503, body: { errors: { unavailable: 'Later.' } } }];
    const { user, to } = await openPayment({ 'GET /account/signup_code': () => answers.shift() ?? { body: hello25 } });
    await waitFor(() => expect(row('Discount')).toHaveTextContent('Your discount could not be loaded.'));
    expect(within(summary()).getByRole('status')).toHaveTextContent('Your discount could not be loaded.');
    await user.click(within(summary()).getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(row('Discount')).toHaveTextContent(/^\$25\.00 offHello25Change the discount$/));
    // The pressed button is gone.
    expect(within(summary()).getByRole('heading', { name: 'What you order' })).toHaveFocus();
    expect(to('GET /account/signup_code')).toHaveLength(2);
  });

  test('if there is none, the summary shows a dash', async () => {
    await openPayment({ 'GET /account/signup_code': { status: 404 } });
    await waitFor(() => expect(row('Discount')).toHaveTextContent(/^–Change the discount$/));
  });

  test('an unknown code says so under the field, and the default still counts', async () => {
    const { user } = await openPayment({ 'GET /account/validate_signup_code/nope': unknownCode });
    await user.type(field(), 'nope');
    await waitFor(() => expect(field()).toHaveAccessibleDescription(/This code is not recognized\./));
    expect(field()).toBeInvalid();
    expect(row('Discount')).toHaveTextContent('Hello25');
  });

  test('a check that fails blocks nothing; a code that the server refuses with the card takes the focus', async () => {
    const { user, to } = await openPayment({
      'GET /account/validate_signup_code/late': { status: 503, body: { errors: { unavailable: 'Later.' } } },
      'POST /credit_cards': unknownCode,
    });
    await user.type(field(), 'late');
    await waitFor(() => expect(field()).toHaveAccessibleDescription(/Later\./));
    expect(await screen.findByText('Later.', { selector: '[data-sonner-toast] *' })).toBeVisible();
    await typeCard(user);
    expect(sendButton()).toHaveAttribute('aria-disabled', 'false');
    await user.click(sendButton());
    await waitFor(() => expect(field()).toHaveFocus());
    expect(to('POST /credit_cards')).toHaveLength(1);
    expect(field()).toHaveAccessibleDescription(/This code is not recognized\./);
    expect(screen.queryByRole('alert')).toBeNull();
    expect(screen.getByLabelText(/^Card number/)).toHaveValue('4242-4242-4242-4242');
  });
});

describe('a refused card', () => {
  test('for an address that the provider refuses: the address shows the message and gets the focus', async () => {
    const text = 'Invalid Address. Please enter a valid address.';
    const { user } = await openPayment({
      'POST /credit_cards': { status: 422, body: { errors: { shippo_id_invalid: text } } },
    });
    await typeCard(user);
    await user.click(sendButton());
    const address = screen.getByRole('region', { name: 'Where it goes' });
    const said = await within(address).findByText(text);
    expect(said.closest('[tabindex]')).toHaveFocus();
    // Another address may be right.
    await user.type(screen.getByLabelText(/^Address line 1/), ' 2');
    expect(within(address).queryByText(text)).toBeNull();
  });

  test('for a number that the gateway does not know: the number shows the message', async () => {
    const { user } = await openPayment({
      'POST /credit_cards': { status: 422, body: { errors: { credit_card_number_invalid: 'x' } } },
    });
    await typeCard(user);
    await user.click(sendButton());
    const number = screen.getByLabelText(/^Card number/);
    await waitFor(() => expect(number).toHaveAccessibleDescription('Credit card number is invalid'));
    await user.type(number, '{Backspace}');
    expect(number).not.toHaveAccessibleDescription('Credit card number is invalid');
  });

  test('without a network: the page says so, keeps the form, and sends nothing by itself', async () => {
    const { user, to } = await openPayment({
      'POST /credit_cards': () => {
        throw new TypeError('Failed to fetch');
      },
    });
    await typeCard(user);
    await user.click(sendButton());
    const alert = await screen.findByRole('alert');
    expect(alert).toHaveTextContent('We cannot be reached right now.');
    // Nobody knows whether the card was charged.
    expect(alert).not.toHaveTextContent(/Nothing was charged|CVV/);
    expect(screen.getByLabelText(/^Card number/)).toHaveValue('4242-4242-4242-4242');
    expect(screen.getByLabelText(/^CVV/)).toHaveValue('');
    act(() => void window.dispatchEvent(new Event('online')));
    await new Promise(process.nextTick);
    expect(to('POST /credit_cards')).toHaveLength(1);
  });

  test.each([
    ['the order was made', [box({ status: 'created' })], '/account/confirmation'],
    ['only the card was saved', [], '/payment/billing'],
  ])('whose answer was lost is not sent again: %s', async (_, orders, end) => {
    let isSaved = false;
    const { user, to, path } = await openPayment({
      'GET /account': () => ({ body: isSaved ? annWithCard : annAtHome }),
      'GET /orders': () => ({ body: { orders } }),
      'POST /credit_cards': () => {
        isSaved = true;
        throw new TypeError('Failed to fetch');
      },
    });
    await typeCard(user);
    await user.click(sendButton());
    await screen.findByRole('alert');
    await user.type(screen.getByLabelText(/^CVV/), '123');
    await user.click(sendButton());
    expect(await screen.findByRole('heading', { level: 1, name: /Thank you!|One step to your box/ })).toBeVisible();
    expect(path()).toBe(end);
    expect(to('POST /credit_cards')).toHaveLength(1);
  });

  test('because the card on file is in use: another one does not help', async () => {
    const text = 'Your first box is under way with the card on file.';
    const { user } = await openPayment({
      'POST /credit_cards': { status: 403, body: { errors: { card_in_use: text } } },
    });
    await typeCard(user);
    await user.click(sendButton());
    const alert = await screen.findByRole('alert');
    expect(alert).toHaveTextContent(text);
    expect(alert).not.toHaveTextContent(/another card/);
  });
});

describe('a card that was saved while the order failed', () => {
  const closed = {
    errors: { form_invalid: 'Some fields need your attention.' },
    issues: [{ field: 'ship_by_date', code: 'ship_date_past', message: 'Your box could not reach you by this day.' }],
  };
  const missing = {
    errors: { form_invalid: 'Some fields need your attention.' },
    issues: [{ field: 'bottom_size', code: 'bottom_size', message: 'Please tell us your bottom size.' }],
  };
  const noOrder = { 'GET /orders': { body: { orders: [] } } };
  const order = box({ status: 'created', ship_by_date: '2026-12-01' });

  test('shows why there is no order, leads to what is missing, and orders without typing the card', async () => {
    const answers: Answer[] = [
      { status: 422, body: missing },
      { status: 201, body: order },
    ];
    const { user, to, path } = await openPayment({
      ...noOrder,
      'GET /orders': () => ({ body: { orders: answers.length === 0 ? [order] : [] } }),
      'POST /credit_cards': { status: 201, body: { ...savedCard, order_id: null, order_error: closed } },
      'POST /orders': () => answers.shift() ?? {},
    });
    await typeCard(user);
    await user.click(sendButton());
    expect(await screen.findByRole('heading', { level: 1, name: 'One step to your box' })).toBeVisible();
    expect(screen.getByText(/Your card is saved\. Your box is not ordered yet/)).toBeVisible();
    expect(screen.getByRole('alert')).toHaveTextContent('Your box could not reach you by this day.');
    expect(screen.getByRole('link', { name: 'Choose another day' })).toHaveAttribute('href', '/members/quiz/delivery');
    expect(screen.queryByLabelText(/^Card number/)).toBeNull();

    await user.click(sendButton());
    expect(await screen.findByText(/Please tell us your bottom size\./)).toBeVisible();
    expect(screen.getByRole('link', { name: 'Answer it' })).toHaveAttribute('href', '/members/quiz/6');
    expect(screen.getByRole('alert').parentElement).toHaveFocus();

    await user.dblClick(sendButton());
    await waitFor(() => expect(path()).toBe('/account/confirmation'));
    expect(to('POST /orders')).toHaveLength(2);
    expect(to('POST /orders')[1]?.body).toEqual({
      order: { ship_by_date: '2026-11-30' },
    });
    expect(to('POST /credit_cards')).toHaveLength(1);
    expect(await screen.findByText('Tuesday, December 1')).toBeVisible();
  });

  test('is not asked for again when the customer comes back; another one can be entered', async () => {
    const { user } = await openPayment({ ...noOrder, 'GET /account': { body: annWithCard } });
    expect(await screen.findByRole('heading', { level: 1, name: 'One step to your box' })).toHaveFocus();
    expect(screen.getByText(/The card on file is used, which ends 12\/30/)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Use another card or address' }));
    expect(await screen.findByLabelText(/^Card number/)).toBeVisible();
    expect(screen.getByRole('heading', { level: 1, name: 'Address and payment' })).toHaveFocus();
  });

  test('is not asked for as long as nobody knows whether there is an order', async () => {
    let isDown = true;
    const down = { status: 503, body: { errors: { unavailable: 'Later.' } } };
    const { user } = await openPayment({
      'GET /account': { body: annWithCard },
      'GET /orders': () => (isDown ? down : noOrder['GET /orders']),
    });
    const again = await screen.findByRole('button', { name: 'Try again' });
    expect(screen.queryByRole('button', { name: 'Save my card' })).toBeNull();
    isDown = false;
    await user.click(again);
    expect(await screen.findByRole('complementary', { name: 'What you order' })).toBeVisible();
  });

  test('keeps a typed discount code for the order', async () => {
    const { user, to, path } = await openPayment({
      ...noOrder,
      'GET /account/validate_signup_code/spring': { body: { code: 'SPRING', description: '30% off' } },
      'POST /credit_cards': { status: 201, body: { ...savedCard, order_id: null, order_error: closed } },
      'POST /orders': { status: 201, body: order },
    });
    await user.type(screen.getByLabelText('Discount code'), 'spring');
    await typeCard(user);
    await user.click(sendButton());
    expect(await screen.findByLabelText('Discount code')).toHaveValue('spring');
    await screen.findByRole('heading', { level: 1, name: 'One step to your box' });
    await user.click(sendButton());
    await waitFor(() => expect(path()).toBe('/account/confirmation'));
    expect(to('POST /orders')[0]?.body).toMatchObject({ order: { coupon: 'spring' } });
    expect(JSON.stringify({ ...sessionStorage })).not.toContain('spring');
  });

  test('makes no second order after a lost answer', async () => {
    const unfinished = { errors: { order_unfinished: 'You already have a box under way.' } };
    const { user, path } = await openPayment({
      ...noOrder,
      'GET /account': { body: annWithCard },
      'POST /orders': { status: 409, body: unfinished },
    });
    await screen.findByRole('heading', { level: 1, name: 'One step to your box' });
    await user.click(sendButton());
    await waitFor(() => expect(path()).toBe('/account/confirmation'));
  });
});

describe('the confirmation', () => {
  test('promises no email to an address whose emails bounce', async () => {
    const bounced = { ...annAtHome, email_bounced: true };
    const order = box({ status: 'created' });
    const { user, path } = await openPayment({
      'GET /orders': { body: { orders: [order] } },
      'GET /account': { body: bounced },
    });
    await typeCard(user);
    await user.click(sendButton());
    await waitFor(() => expect(path()).toBe('/account/confirmation'));
    expect(await screen.findByText('Your box of outfits is on its way to being styled.')).toBeVisible();
    expect(screen.queryByText(/Look for a confirmation email/)).toBeNull();
  });

  test('says what was ordered, when it comes, and where it waits', async () => {
    const order = box({
      status: 'created',
      customer_pick_up: true,
      assigned_location: edina,
      ship_by_date: '2026-11-24',
      themebox: 'date_night',
    });
    const { user, path } = await openPayment({ 'GET /orders': { body: { orders: [order] } } });
    await typeCard(user);
    await user.click(sendButton());
    await waitFor(() => expect(path()).toBe('/account/confirmation'));
    expect(await screen.findByRole('heading', { level: 1, name: 'Thank you!' })).toBeVisible();
    expect(await screen.findByText('Your box of outfits is on its way to being styled.')).toBeVisible();
    expect(screen.getByText(/Look for a confirmation email/)).toBeVisible();
    expect(screen.getByText('Edina Galleria')).toHaveTextContent('Edina Galleria3510 GalleriaEdina, MN 55435');
    expect(screen.getByText('Tuesday, November 24')).toBeVisible();
    expect(await screen.findByText('Date Night')).toBeVisible();
    expect(screen.queryByRole('button', { name: /back/i })).toBeNull();
    expect(window.history.state).toMatchObject({ usr: { prevPath: '/payment/billing', done: 'order' } });
  });

  test('does not open without an order', async () => {
    serve({
      'GET /account': { body: annAtHome },
      'GET /orders': { body: { orders: [] } },
      'GET /questionnaire': { body: questionnaireOf(chosen) },
    });
    const { path } = openPage('/account/confirmation');
    await waitFor(() => expect(path()).toBe('/dashboard'));
  });
});
