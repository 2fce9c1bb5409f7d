import { act, screen, waitFor, within } from '@testing-library/react';
import type { Order } from '~/api/order/orders';
import type { Invoice } from '../api';
import { box, fullInvoice, keptBox } from '~test/boxes';
import { buy, checkouts, handlers, key, openConfirmation, paidBox } from '~test/checkout';
import { openPage } from '~test/openPage';
import { holdSession, serve } from '~test/server';
import { installStripe, stripeStatus } from '~test/stripe';

beforeEach(holdSession);

test('while the bank is asked there is no button, and its answer leads on', async () => {
  let invoice = fullInvoice({ status: 'processing' });
  const { user, path, client } = await openConfirmation({
    'GET /orders/o1/invoices/current': () => ({ body: invoice }),
    'GET /orders': { body: { orders: [keptBox({ status: 'payment_processing' })] } },
    [checkouts]: { status: 202, body: invoice },
  });
  expect(screen.getByText('We are checking with your bank')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Complete Purchase' })).toBeNull();
  invoice = fullInvoice({ status: 'paid' });
  await act(() => client.refetchQueries({ queryKey: ['invoice'] }));
  await waitFor(() => expect(path()).toBe('/checkout/success'));
  expect(user).toBeDefined();
});

describe('a payment that the bank wants confirmed', () => {
  const bank = 'https://bank.example/confirm/1';
  const waits = fullInvoice({ status: 'processing', bank_url: bank, confirm_in_page: false });
  const beingPaid = keptBox({
    status: 'payment_processing',
    payment: { problem: 'confirm', amount: '322.40', by_new_card: false, bank_url: bank, confirm_in_page: false },
  });
  const checks = 'POST /orders/o1/payment_check';
  const notConfirmed = 'Your bank wanted you to confirm this payment, and it was not confirmed.';
  const visibility = jest.spyOn(document, 'visibilityState', 'get');
  beforeEach(() => visibility.mockReturnValue('visible'));
  afterAll(() => visibility.mockRestore());

  /** Opens the page as a customer who comes back from the bank. `answer` is the server's answer about the payment. */
  async function comeBack(answer: { order?: Order; invoice?: Invoice }, path = '/checkout/confirmation?order=o1') {
    let [invoice, order] = [waits, beingPaid];
    const server = serve(
      handlers({
        'GET /orders': () => ({ body: { orders: [order] } }),
        'GET /orders/o1/invoices/current': () => ({ body: invoice }),
        [checks]: () => {
          [order, invoice] = [answer.order ?? order, answer.invoice ?? invoice];
          return { body: order };
        },
      }),
    );
    return { ...server, ...openPage(path) };
  }

  /** Buys the kept items; the bank wants the payment confirmed. `answer` sets the server's later answers. */
  async function buyAtBank() {
    let [invoice, order] = [fullInvoice(), keptBox()];
    const answer = (nextInvoice: Invoice, nextOrder: Order) => {
      [invoice, order] = [nextInvoice, nextOrder];
    };
    const opened = await openConfirmation({
      'GET /orders': () => ({ body: { orders: [order] } }),
      'GET /orders/o1/invoices/current': () => ({ body: invoice }),
      [checkouts]: () => {
        answer(waits, beingPaid);
        return { status: 202, body: waits };
      },
      [checks]: () => ({ body: order }),
    });
    await opened.user.click(buy());
    await screen.findByRole('link', { name: 'Confirm with my bank' });
    return { ...opened, answer };
  }

  test('leads to the bank', async () => {
    const { to } = await buyAtBank();
    expect(screen.getByRole('link', { name: 'Confirm with my bank' })).toHaveAttribute('href', bank);
    expect(screen.getByText(/^Nothing is charged before you confirm it there/)).toBeVisible();
    expect(screen.getByRole('link', { name: 'Use another card instead' })).toHaveAttribute(
      'href',
      '/members/change/payment',
    );
    expect(screen.queryByRole('button', { name: 'Complete Purchase' })).toBeNull();
    expect(to(checkouts)).toHaveLength(1);
  });

  test('is looked up once the customer is back, and leads to the confirmation', async () => {
    const { path, to } = await comeBack({ order: paidBox, invoice: fullInvoice({ status: 'paid' }) });
    await waitFor(() => expect(path()).toBe('/checkout/success'));
    expect(to(checks)).toHaveLength(1);
  });

  test('leads to the confirmation even if it was settled before the customer is back', async () => {
    serve(
      handlers({
        'GET /orders': { body: { orders: [paidBox] } },
        'GET /orders/o1/invoices/current': { body: fullInvoice({ status: 'paid' }) },
      }),
    );
    const { path } = openPage('/checkout/confirmation?order=o1');
    await waitFor(() => expect(path()).toBe('/checkout/success'));
  });

  test('leads to the dashboard if the order has nothing to pay', async () => {
    serve(handlers({ 'GET /orders': { body: { orders: [box({ status: 'styling' })] } } }));
    const { path } = openPage('/checkout/confirmation?order=o1');
    await waitFor(() => expect(path()).toBe('/dashboard'));
  });

  test('says why it failed, and can be tried again with the same or another card', async () => {
    await comeBack({ order: keptBox(), invoice: fullInvoice({ declined: notConfirmed }) });
    const alert = await screen.findByRole('alert');
    expect(alert).toHaveTextContent(notConfirmed);
    expect(within(alert).getByRole('link', { name: 'Use another card' })).toHaveAttribute(
      'href',
      '/members/change/payment',
    );
    // The link to another card shows only once.
    expect(screen.queryByRole('link', { name: 'Change payment' })).toBeNull();
    expect(buy()).toBeEnabled();
  });

  test('has a new key at the next try after a refusal', async () => {
    const { user, to, answer } = await buyAtBank();
    answer(fullInvoice({ declined: notConfirmed }), keptBox());
    act(() => void window.dispatchEvent(new Event('focus')));
    await screen.findByRole('alert');
    await user.click(buy());
    await waitFor(() => expect(to(checkouts)).toHaveLength(2));
    expect(key(to(checkouts)[1])).not.toBe(key(to(checkouts)[0]));
  });

  test('is looked up each time its tab comes to the front, and not while the tab is hidden', async () => {
    const { to } = await comeBack({});
    await screen.findByRole('link', { name: 'Confirm with my bank' });
    await waitFor(() => expect(to(checks)).toHaveLength(1));
    visibility.mockReturnValue('hidden');
    act(() => void document.dispatchEvent(new Event('visibilitychange')));
    visibility.mockReturnValue('visible');
    // A browser sends both events when the customer comes back.
    act(() => {
      document.dispatchEvent(new Event('visibilitychange'));
      window.dispatchEvent(new Event('focus'));
    });
    await waitFor(() => expect(to(checks)).toHaveLength(2));
  });
});

describe('a payment that the bank wants confirmed in a window of this page', () => {
  const waits = fullInvoice({ status: 'processing', confirm_in_page: true });
  const problem = { problem: 'confirm', amount: '322.40', by_new_card: false } as const;
  const beingPaid = keptBox({
    status: 'payment_processing',
    payment: { ...problem, bank_url: null, confirm_in_page: true },
  });
  const confirmation = 'POST /orders/o1/payment_confirmation';
  const checks = 'POST /orders/o1/payment_check';
  const confirm = () => screen.findByRole('button', { name: 'Confirm with my bank' });

  /** A server that answers with `shop`, which the customer may change in the bank’s window. */
  function shopOf(invoice: Invoice, order: Order) {
    const shop = { invoice, order };
    const more: Parameters<typeof serve>[0] = {
      'GET /status': { body: stripeStatus },
      'GET /orders': () => ({ body: { orders: [shop.order] } }),
      'GET /orders/o1/invoices/current': () => ({ body: shop.invoice }),
      [checkouts]: () => {
        [shop.invoice, shop.order] = [waits, beingPaid];
        return { status: 202, body: waits };
      },
      [checks]: () => ({ body: shop.order }),
      [confirmation]: { body: { client_secret: 'pi_1_secret_2' } },
    };
    const pay = () => {
      [shop.invoice, shop.order] = [fullInvoice({ status: 'paid' }), paidBox];
      return 'confirmed' as const;
    };
    return { shop, more, pay };
  }

  test('after the purchase the window opens by itself, and the customer goes on to the confirmation', async () => {
    const stripe = installStripe();
    const { more, pay } = shopOf(fullInvoice(), keptBox());
    stripe.bank = pay;
    const { user, path, to } = await openConfirmation(more);
    await user.click(buy());
    await waitFor(() => expect(path()).toBe('/checkout/success'));
    expect(stripe.asked).toEqual(['pi_1']);
    expect(to(checkouts)).toHaveLength(1);
  });

  test('a customer who closes the window is told, and can open it again', async () => {
    const stripe = installStripe();
    const { more, pay } = shopOf(fullInvoice(), keptBox());
    stripe.bank = () => 'closed';
    const { user, path, to } = await openConfirmation(more);
    await user.click(buy());
    const alert = await screen.findByRole('alert');
    expect(alert).toHaveTextContent('It is not confirmed yet, and nothing was charged.');
    expect(screen.getByRole('heading', { name: 'Your bank wants you to confirm this payment' })).toBeVisible();
    stripe.bank = pay;
    await user.click(await confirm());
    await waitFor(() => expect(path()).toBe('/checkout/success'));
    expect(to(checkouts)).toHaveLength(1);
  });

  test('after a reload, or in a second tab, no window opens by itself; the button opens it', async () => {
    const stripe = installStripe();
    const { more, pay } = shopOf(waits, beingPaid);
    stripe.bank = pay;
    const { user, path, to } = await openConfirmation(more);
    await waitFor(() => expect(to(checks)).toHaveLength(1));
    expect(stripe.asked).toEqual([]);
    await user.click(await confirm());
    await waitFor(() => expect(path()).toBe('/checkout/success'));
  });

  test('if it was confirmed in another tab, no window opens', async () => {
    const stripe = installStripe();
    const { more, pay } = shopOf(waits, beingPaid);
    const { user, path } = await openConfirmation({
      ...more,
      [confirmation]: () => {
        pay();
        return { status: 404, body: { errors: { not_found: 'There is nothing here.' } } };
      },
    });
    await user.click(await confirm());
    await waitFor(() => expect(path()).toBe('/checkout/success'));
    expect(stripe.asked).toEqual([]);
  });

  test('while the window is open the payment is not looked up, whatever has the focus', async () => {
    const stripe = installStripe();
    let close: (answer: 'closed') => void = () => undefined;
    stripe.bank = () => new Promise((resolve) => (close = resolve));
    const { more } = shopOf(waits, beingPaid);
    const { user, to } = await openConfirmation(more);
    await waitFor(() => expect(to(checks)).toHaveLength(1));
    await user.click(await confirm());
    await waitFor(() => expect(stripe.asked).toHaveLength(1));
    act(() => void window.dispatchEvent(new Event('focus')));
    expect(to(checks)).toHaveLength(1);
    act(() => close('closed'));
    await waitFor(() => expect(to(checks)).toHaveLength(2));
  });

  test('if the gateway does not answer, the page says so next to the button', async () => {
    installStripe();
    const { more } = shopOf(waits, beingPaid);
    const silent = { errors: { gateway_unavailable: 'The payment service is not responding.' } };
    const { user } = await openConfirmation({ ...more, [confirmation]: { status: 503, body: silent } });
    await user.click(await confirm());
    expect(await screen.findByRole('alert')).toHaveTextContent('The payment service is not responding.');
  });
});

test('an unknown result removes the button', async () => {
  const { user, to } = await openConfirmation({
    [checkouts]: { status: 202, body: fullInvoice({ status: 'processing' }) },
  });
  await user.click(buy());
  expect(await screen.findByText('We are checking with your bank')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Complete Purchase' })).toBeNull();
  expect(to(checkouts)).toHaveLength(1);
});
