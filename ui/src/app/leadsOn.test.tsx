import { act, screen, waitFor } from '@testing-library/react';
import type { Order } from '~/api/order/orders';
import type { Account } from '~/api/schema.gen';
import { ann } from '~test/accounts';
import { box, dana } from '~test/boxes';
import { noCharge } from '~test/charges';
import { openPage } from '~test/openPage';
import { annWithCard, chosen } from '~test/payment';
import { holidays, locations, questionnaireOf } from '~test/quiz';
import { type Answer, holdSession, serve, statusOf } from '~test/server';
import { offered, themeBoxes } from '~test/themeBoxes';

/** A customer's account and orders. */
interface Customer {
  account: Account;
  orders: Order[];
}

const registered: Customer = { account: ann, orders: [] };
const quizTaken: Customer = { account: { ...ann, style_profile_complete: true }, orders: [] };
const cardMissing: Customer = { account: { ...quizTaken.account, subscription_type_selected: true }, orders: [] };
const complete: Account = { ...annWithCard, style_profile_complete: true, subscription_type_selected: true };
const ordered: Customer = { account: complete, orders: [box({ status: 'created' })] };
const between: Customer = {
  account: { ...dana, style_profile_complete: true, subscription_type_selected: true, billing_info_complete: true },
  orders: [box({ status: 'completed' })],
};

/** Opens a path in the browser of a customer; `answer` is the server's answer to `GET /account`. */
function open(path: string, { account, orders }: Customer, answer: Answer = { body: account }) {
  serve({
    'GET /status': { body: statusOf() },
    'GET /account': answer,
    'GET /orders': { body: { orders } },
    'GET /current_themeboxes': offered,
    'GET /questionnaire': { body: questionnaireOf(chosen) },
    'GET /holidays': { body: holidays },
    'GET /locations': { body: { locations } },
    'GET /account/next_charge': { body: noCharge() },
    'GET /account/signup_code': { status: 404 },
    'GET /credit_card': { status: 404 },
  });
  return openPage(path);
}

const [theme] = themeBoxes;

// The store's sign-up turns a visitor's device into a tablet.
afterEach(() => localStorage.clear());

describe('a form for visitors leads a signed-in customer to where they go next', () => {
  beforeEach(holdSession);

  test.each([
    ['/login', registered, '/dashboard'],
    ['/login?payment=true', between, '/change/payment'],
    [`/login?themebox=${theme?.theme}`, between, '/customize/order/order'],
    ['/register', registered, '/quiz/1'],
    ['/register', quizTaken, '/quiz/delivery'],
    ['/register', cardMissing, '/payment/shipping'],
    ['/register', ordered, '/dashboard'],
    [`/register?themebox=${theme?.theme}`, between, '/customize/order/order'],
    [`/register?themebox=${theme?.theme}`, cardMissing, '/payment/shipping'],
    ['/register?referral=FRIEND1', between, '/dashboard'],
    ['/register-themebox', quizTaken, '/quiz/delivery'],
    ['/register-themebox', ordered, '/dashboard'],
    ['/stylebox-store-signup', registered, '/quiz/1'],
    ['/stylebox-store-signup', ordered, '/dashboard'],
  ])('%s', async (path, customer, onward) => {
    const page = open(path, customer);
    await waitFor(() => expect(page.path()).toBe(onward));
    expect(screen.queryByRole('textbox', { name: /^Email/ })).toBeNull();
  });

  test('a theme box that the link names is kept', async () => {
    const page = open(`/register?themebox=${theme?.theme}`, cardMissing);
    await waitFor(() => expect(page.path()).toBe('/payment/shipping'));
    expect(sessionStorage.getItem('stylebox.selectedThemebox')).toBe(theme?.theme);
  });

  test('a customer who comes by Back is led on too', async () => {
    const page = open('/welcome', ordered);
    await screen.findByRole('heading', { level: 1 });
    await act(() => page.router.navigate('/register'));
    await waitFor(() => expect(page.path()).toBe('/dashboard'));
    await act(() => page.router.navigate('/login', { replace: true }));
    await act(() => page.router.navigate('/orderhistory'));
    await act(() => page.router.history.go(-1));
    await waitFor(() => expect(page.path()).toBe('/dashboard'));
  });
});

describe('the form opens', () => {
  beforeEach(holdSession);

  test.each([
    ['/login', 401],
    ['/login', 503],
    ['/register', 401],
    ['/register', 503],
    ['/register-themebox', 401],
    ['/register-themebox', 503],
    // If the session is over, a store's tablet forgets everything by itself.
    ['/stylebox-store-signup', 503],
  ] as const)('%s, if the session is over or the server cannot say: %i', async (path, status) => {
    const page = open(path, registered, { status, body: { errors: {} } });
    expect(await screen.findByRole('textbox', { name: /^Email/ })).toBeVisible();
    expect(page.path()).toBe(path);
  });
});

describe('a step of the sign-up', () => {
  beforeEach(holdSession);

  test.each([
    ['/quiz/confirmation', ordered, '/dashboard'],
    ['/payment/shipping', ordered, '/dashboard'],
    ['/payment/billing', ordered, '/dashboard'],
    ['/payment/info', ordered, '/dashboard'],
    ['/quiz/delivery', ordered, '/manage/subscription'],
    ['/schedule-pickup', ordered, '/dashboard'],
    ['/schedule-pickup', between, '/customize/order/new/pickup'],
    ['/schedule-pickup-in-store', ordered, '/dashboard'],
    ['/quiz/confirmation', between, '/dashboard'],
    ['/payment/shipping', between, '/dashboard'],
  ])('%s leads on once the first box is ordered', async (path, customer, onward) => {
    const page = open(path, customer);
    await waitFor(() => expect(page.path()).toBe(onward));
  });

  test.each(['/quiz/confirmation', '/payment/shipping', '/payment/billing', '/quiz/delivery', '/schedule-pickup'])(
    '%s stays open until the first box is ordered',
    async (path) => {
      const page = open(path, cardMissing);
      expect(await screen.findByRole('heading', { level: 1 })).toBeVisible();
      expect(page.path()).toBe(path);
    },
  );
});

describe('the screen for a new password without the link', () => {
  const words = 'To set a new password, please open the link in our email again, or request another one here.';

  test.each(['', '?email=ann%40example.com', '#reset_password_token=', '?reset_password_token=&first=true'])(
    'asks for another link: /reset_password%s',
    async (rest) => {
      serve({});
      const page = openPage(`/reset_password${rest}`);
      expect(await screen.findByText(words)).toBeVisible();
      expect(page.path()).toBe('/forgot_password');
      expect(screen.queryByLabelText('New password')).toBeNull();
    },
  );

  test('a visitor who opens it directly reads nothing about a link', async () => {
    serve({});
    openPage('/forgot_password');
    expect(await screen.findByRole('button', { name: 'Reset Password' })).toBeVisible();
    expect(screen.queryByText(words)).toBeNull();
  });
});
