import { act, screen, waitFor, within } from '@testing-library/react';
import { ann } from '~test/accounts';
import { box, dana, fullInvoice, keptBox } from '~test/boxes';
import { answered, questionnaireOf } from '~test/quiz';
import { watchReloads } from '~test/reloads';
import { type Answer, holdSession, serve, statusOf } from '~test/server';

type Handlers = Parameters<typeof serve>[0];

const newer = 'ffffffffffffffff';
/** The status of a server that was updated. */
const updated = (version = newer): Answer => ({
  body: statusOf({ rules_version: version }),
  headers: { 'X-Rules-Version': version },
});

/** Modules that stay loaded, because the tests use them too. */
const lasting = ['react', 'react-dom', '@testing-library/react', '@testing-library/user-event'];
const packages = new Map(lasting.map((name): [string, unknown] => [name, jest.requireActual(name)]));

let leave: () => void = () => undefined;

/** Loads the page as a browser does: only the tab's storage is left of the previous page. */
async function load(path: string) {
  leave();
  jest.resetModules();
  for (const [name, loaded] of packages) jest.doMock(name, () => loaded);
  const { openPage } = await import('~test/openPage');
  const page = openPage(path);
  const { statusQuery } = await import('~/api/status');
  void page.client.prefetchQuery(statusQuery);
  leave = () => {
    page.unmount();
    page.client.clear();
  };
  return page;
}

const reloads = watchReloads();

afterEach(() => {
  leave();
  leave = () => undefined;
});

const words = /^A newer version of this page is available\./;
const offer = () => screen.findByText(words);
/** The status region with the offer. */
const status = async () => within((await offer()).closest<HTMLElement>('[role=status]') ?? document.body);
const press = async ({ user }: Awaited<ReturnType<typeof load>>, name: string) =>
  user.click(await screen.findByRole('button', { name }));
const field = (name: string) => screen.findByLabelText(new RegExp(`^${name}`));
const stored = () => JSON.stringify({ ...sessionStorage, ...localStorage });

describe('the versions of the page’s and the server’s rules', () => {
  test('each call has the version of the rules; if the server has the same, no reload is offered', async () => {
    const { rulesVersion } = await import('~/core');
    const { calls } = serve({ 'GET /status': updated(rulesVersion()) });
    await load('/login');
    expect(await screen.findByRole('heading', { level: 1, name: 'Welcome back' })).toBeVisible();
    await waitFor(() => expect(calls).not.toHaveLength(0));
    for (const { headers } of calls) expect(headers.get('X-Rules-Version')).toBe(rulesVersion());
    expect(screen.queryByText(words)).toBeNull();
  });

  test('an answer without a version offers no reload: it may come from a proxy', async () => {
    serve({ 'GET /status': updated() });
    const page = await load('/login');
    const { statusQuery } = await import('~/api/status');
    expect(await offer()).toBeVisible();

    serve({ 'GET /status': { body: updated().body } });
    await act(() => page.client.refetchQueries({ queryKey: statusQuery.queryKey }));
    expect(screen.getByText(words)).toBeVisible();
    await press(page, 'Not now');
    await act(() => page.client.refetchQueries({ queryKey: statusQuery.queryKey }));
    expect(screen.queryByText(words)).toBeNull();
  });

  test('if the server has other rules, a reload is offered once, and the focus stays', async () => {
    serve({ 'GET /status': updated() });
    const page = await load('/login');
    expect(await offer()).toBeVisible();
    expect((await status()).getByRole('button', { name: 'Reload' })).toBeEnabled();
    expect(document.body).toHaveFocus();

    await press(page, 'Not now');
    expect(screen.queryByText(words)).toBeNull();
    expect(screen.getByRole('heading', { level: 1 })).toHaveFocus();
    const { statusQuery } = await import('~/api/status');
    await page.client.refetchQueries({ queryKey: statusQuery.queryKey });
    expect(screen.queryByText(words)).toBeNull();

    serve({ 'GET /status': updated('eeeeeeeeeeeeeeee') });
    await page.client.refetchQueries({ queryKey: statusQuery.queryKey });
    expect(await offer()).toBeVisible();
  });

  test('a refused call can cause the offer too', async () => {
    holdSession();
    serve({ 'GET /account': { status: 401, body: { errors: {} }, headers: { 'X-Rules-Version': newer } } });
    await load('/dashboard');
    expect(await offer()).toBeVisible();
  });

  test('the reload waits for the answer to a call that is under way', async () => {
    let answer: (answer: Answer) => void = () => undefined;
    serve({
      'GET /status': updated(),
      'POST /passwords': () => new Promise<Answer>((resolve) => (answer = resolve)),
    });
    const page = await load('/forgot_password');
    await page.user.type(await field('Email'), 'ann@example.com');
    await press(page, 'Reset Password');
    await press(page, 'Reload');
    expect((await status()).getByRole('button', { name: 'One moment...' })).toBeVisible();
    expect(reloads()).toBe(0);
    answer({ status: 204 });
    await waitFor(() => expect(reloads()).toBe(1));
    expect((await status()).getByRole('button', { name: 'Reload' })).toBeVisible();
  });

  test('the reload waits for a call that is sent while the server is asked whether it can be reached', async () => {
    let reached: (answer: Answer) => void = () => undefined;
    let answer: (answer: Answer) => void = () => undefined;
    serve({
      'GET /status': updated(),
      'HEAD /members/forgot_password': () => new Promise<Answer>((resolve) => (reached = resolve)),
      'POST /passwords': () => new Promise<Answer>((resolve) => (answer = resolve)),
    });
    const page = await load('/forgot_password');
    await page.user.type(await field('Email'), 'ann@example.com');
    await press(page, 'Reload');
    await press(page, 'Reset Password');
    await act(async () => reached({ status: 200 }));
    expect(reloads()).toBe(0);
    answer({ status: 204 });
    await waitFor(() => expect(reloads()).toBe(1));
  });
});

test('if the typed text cannot be stored, there is no reload, and the button says so', async () => {
  serve({ 'GET /status': updated() });
  const page = await load('/login');
  await page.user.type(await field('Email'), 'zoe@example.com');
  const full = jest.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('The quota has been exceeded.', 'QuotaExceededError');
  });
  const reload = (await status()).getByRole('button', { name: 'Reload' });
  await page.user.click(reload);
  await waitFor(() => expect(reload).toHaveAccessibleDescription('An unexpected error occurred'));
  expect(reloads()).toBe(0);
  expect(await field('Email')).toHaveValue('zoe@example.com');
  full.mockRestore();
  await page.user.click(reload);
  await waitFor(() => expect(reloads()).toBe(1));
  expect(reload).not.toHaveAccessibleDescription();
});

test('without the server there is no reload, and the button says why until it is pressed again', async () => {
  serve({ 'GET /status': updated() });
  const page = await load('/login');
  await page.user.type(await field('Email'), 'zoe@example.com');
  const reload = (await status()).getByRole('button', { name: 'Reload' });
  const server = globalThis.fetch;
  globalThis.fetch = () => Promise.reject(new TypeError('Failed to fetch'));
  await page.user.click(reload);
  await waitFor(() => expect(reload).toHaveAccessibleDescription(/^We cannot be reached right now\./));
  serve({ 'HEAD /members/login': { status: 502 } });
  await page.user.click(reload);
  await waitFor(() => expect(reload).toHaveAccessibleDescription(/^We cannot be reached right now\./));
  expect(reloads()).toBe(0);
  expect(await field('Email')).toHaveValue('zoe@example.com');
  globalThis.fetch = server;
  await page.user.click(reload);
  await waitFor(() => expect(reloads()).toBe(1));
  expect(stored()).toContain('zoe@example.com');
});

describe('what survives the reload', () => {
  test('a form without its password, until it is sent', async () => {
    serve({ 'GET /status': updated() });
    const page = await load('/register?referral=JUNE');
    await page.user.type(await field('First name'), 'Zoë');
    await page.user.type(await field('Email'), 'zoe@example');
    await page.user.type(await field('ZIP Code'), '554011234');
    await page.user.type(await field('Password'), 'Stylebox#2026');
    await page.user.click(screen.getByRole('button', { name: 'Show password' }));
    await press(page, 'Reload');
    expect(reloads()).toBe(1);
    expect(stored()).toContain('Zoë');
    expect(stored()).not.toContain('Stylebox#2026');

    const again = await load('/register?referral=JUNE');
    expect(await field('First name')).toHaveValue('Zoë');
    expect(await field('Last name')).toHaveValue('');
    expect(await field('Email')).toHaveValue('zoe@example');
    expect(await field('ZIP Code')).toHaveValue('55401-1234');
    expect(await field('Password')).toHaveValue('');
    await press(again, 'Create my account');
    expect(await screen.findByText('Please enter a valid email address.')).toBeVisible();

    await press(again, 'Reload');
    await load('/register');
    expect(await field('First name')).toHaveValue('Zoë');
  });

  test('the email at sign-in, and only once', async () => {
    serve({ 'GET /status': updated() });
    const page = await load('/login');
    await page.user.type(await field('Email'), 'zoe@example');
    await press(page, 'Reload');
    expect(stored()).toContain('zoe@example');
    const again = await load('/login');
    expect(await field('Email')).toHaveValue('zoe@example');
    expect(stored()).not.toContain('zoe@example');
    await press(again, 'Reload');
    await load('/login');
    expect(await field('Email')).toHaveValue('zoe@example');
    await load('/login');
    expect(await field('Email')).toHaveValue('');
  });

  test('what was typed, on its own screen only', async () => {
    serve({ 'GET /status': updated() });
    const page = await load('/forgot_password');
    await page.user.type(await field('Email'), 'ann@example.com');
    await press(page, 'Reload');
    await load('/login');
    expect(await field('Email')).toHaveValue('');
  });

  test('an address and a name, but no part of a card', async () => {
    holdSession();
    const handlers: Handlers = {
      'GET /status': updated(),
      'GET /account': { body: ann },
      'GET /orders': { body: { orders: [box({ status: 'created' })] } },
      'GET /questionnaire': {
        body: questionnaireOf({ ...answered, subscription_type: 'subscription_60_day', ship_by_date: '2026-11-30' }),
      },
    };
    serve(handlers);
    const page = await load('/payment/billing');
    await page.user.type(await field('Address line 1'), '118 Nicollet Mall');
    await page.user.type(await field('Card number'), '4242424242424242');
    await page.user.type(await field('Expiration'), '1137');
    await page.user.type(await field('CVV'), '987');
    await page.user.click(screen.getByRole('checkbox', { name: /billing address is the same/ }));
    await page.user.type(await field('Billing ZIP code'), '10001');
    await press(page, 'Reload');
    expect(stored()).toContain('118 Nicollet Mall');
    // The lookarounds exclude a part of a longer number, such as a time.
    for (const secret of ['4242', '4242424242424242', '11/37', '1137', '987'])
      expect(stored()).not.toMatch(new RegExp(`(?<!\\d)${secret}(?!\\d)`));

    await load('/payment/billing');
    expect(await field('Address line 1')).toHaveValue('118 Nicollet Mall');
    expect(await field('Billing ZIP code')).toHaveValue('10001');
    for (const name of ['Card number', 'Expiration', 'CVV']) expect(await field(name)).toHaveValue('');
  });

  test('a discount code and another address, not a gift card', async () => {
    holdSession();
    const undecided = fullInvoice({ coupon: null, gift_card: null });
    serve({
      'GET /status': updated(),
      'GET /account': { body: dana },
      'GET /orders': { body: { orders: [keptBox()] } },
      'GET /orders/o1/invoices/current': {
        body: {
          ...undecided,
          invoice_line_items: undecided.invoice_line_items.map((item) => ({ ...item, exchange_size: 'L' })),
        },
      },
    });
    const page = await load('/checkout/confirmation');
    await page.user.type(await field('Discount code'), 'SPRING');
    await page.user.type(await field('Gift card'), '70071234');
    await press(page, 'Send it somewhere else');
    await page.user.type(await field('City'), 'Duluth');
    await press(page, 'Reload');
    expect(stored()).not.toContain('70071234');

    await load('/checkout/confirmation');
    expect(await field('Discount code')).toHaveValue('SPRING');
    expect(await field('Gift card')).toHaveValue('');
    expect(await field('City')).toHaveValue('Duluth');
  });

  test('a review and its stars', async () => {
    holdSession();
    serve({
      'GET /status': updated(),
      'GET /account': { body: dana },
      'GET /orders': { body: { orders: [keptBox({ status: 'checked_out_by_customer', has_paid_invoice: true })] } },
    });
    const page = await load('/checkout/success');
    await page.user.type(await field('Your review'), 'More green, please');
    await page.user.click(screen.getByRole('radio', { name: /^4/ }));
    await press(page, 'Reload');
    await load('/checkout/success');
    expect(await field('Your review')).toHaveValue('More green, please');
    expect(screen.getByRole('radio', { name: /^4/ })).toBeChecked();
  });

  test('an invalid answer, which still disables Next', async () => {
    holdSession();
    serve({
      'GET /status': updated(),
      'GET /account': { body: ann },
      'GET /questionnaire': { body: questionnaireOf({}) },
    });
    const page = await load('/quiz/1');
    await page.user.type(await field('Month'), '13');
    await page.user.type(await field('Year'), '1988');
    await press(page, 'Reload');
    await load('/quiz/1');
    expect(await field('Month')).toHaveValue('13');
    expect(await field('Year')).toHaveValue('1988');
    expect(screen.getByRole('button', { name: 'Next' })).toHaveAttribute('aria-disabled', 'true');
  });

  test('a link with a token, by opening it again: the token is not stored', async () => {
    serve({ 'GET /status': updated() });
    const link = '/reset_password?email=ann%40example.com&reset_password_token=6f1d';
    const page = await load(link);
    await page.user.type(await field('New password again'), 'Stylebox#2026');
    await waitFor(() => expect(page.path()).toBe('/reset_password'));
    await press(page, 'Reload');
    expect(page.path()).toBe(link);
    expect(stored()).toBe('{}');
  });

  test('nothing, if another customer signs in', async () => {
    serve({ 'GET /status': updated(), 'POST /sessions': { body: ann } });
    const page = await load('/forgot_password');
    await page.user.type(await field('Email'), 'zoe@example.com');
    await press(page, 'Reload');
    await load('/login');
    const { startSession } = await import('~/api/account/sessions');
    const { fromReload } = await import('~/lib/draft/reload');
    expect(fromReload.get('forgotten password')).toEqual({ email: 'zoe@example.com' });
    const { QueryClient } = await import('@tanstack/react-query');
    startSession(new QueryClient(), ann);
    expect(fromReload.size).toBe(0);
  });
});
