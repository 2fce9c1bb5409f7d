import { screen, waitFor, within } from '@testing-library/react';
import { box, fullInvoice, keptBox, openInvoice } from '~test/boxes';
import { openPage } from '~test/openPage';
import { choose, handlers, openReview, sent } from '~test/review';
import { holdSession, serve } from '~test/server';

beforeEach(holdSession);

test('if everything is decided, the payment opens', async () => {
  serve(
    handlers(box({ status: 'payment_processing' }), { 'GET /orders/o1/invoices/current': { body: fullInvoice() } }),
  );
  const { path } = openPage('/checkout/review');
  await waitFor(() => expect(path()).toBe('/checkout/confirmation'));
});

test.each(['in_transit_to_stylebox', 'delivered_to_stylebox'] as const)(
  'while the payment of a box in %s is under way, the purchase opens, and no decisions can be made',
  async (status) => {
    const invoices = box().invoices.map((invoice) => ({ ...invoice, status: 'processing' as const }));
    serve(
      handlers(box({ status, invoices }), {
        'GET /orders/o1/invoices/current': { body: { ...fullInvoice(), status: 'processing' } },
      }),
    );
    const { path } = openPage('/checkout/review');
    await waitFor(() => expect(path()).toBe('/checkout/confirmation'));
    expect(await screen.findByRole('heading', { name: 'We are checking with your bank' })).toBeVisible();
  },
);

test('all decisions are sent, the invoice is loaded again, and the purchase opens', async () => {
  let invoice = openInvoice();
  const { user, to, path } = await openReview(box(), { 'GET /orders/o1/invoices/current': () => ({ body: invoice }) });
  for (const item of ['Sweater', 'Skirt', 'Shirt']) await choose(user, item, 'Keep');
  await choose(user, 'Jeans', 'Return');
  invoice = fullInvoice();
  await user.click(screen.getByRole('button', { name: 'Review Order' }));
  await waitFor(() => expect(path()).toBe('/checkout/confirmation'));
  expect(sent(to('PATCH /orders/o1').at(-1)).map(({ id, claimed_kept }) => [id, claimed_kept])).toEqual([
    ['l1', true],
    ['l2', true],
    ['l3', true],
    ['l4', false],
  ]);
  expect(await screen.findByRole('heading', { level: 1, name: 'Confirm Purchase' })).toBeVisible();
});

test('decisions made elsewhere are not sent again', async () => {
  const { user, to, path } = await openReview(keptBox());
  await user.click(screen.getByRole('button', { name: 'Review Order' }));
  await waitFor(() => expect(path()).toBe('/checkout/confirmation'));
  expect(to('PATCH /orders/o1')).toHaveLength(0);
});

test('an order without an invoice gets one, without looking for it first', async () => {
  const { to } = await openReview(box({ invoices: [] }), {
    'POST /orders/o1/invoices': { status: 201, body: openInvoice() },
  });
  expect(to('POST /orders/o1/invoices')).toHaveLength(1);
  expect(to('GET /orders/o1/invoices/current')).toHaveLength(0);
});

test('a missing invoice is made', async () => {
  const { to } = await openReview(box(), {
    'GET /orders/o1/invoices/current': { status: 404, body: { errors: { not_found: 'x' } } },
    'POST /orders/o1/invoices': { status: 201, body: openInvoice() },
  });
  expect(to('POST /orders/o1/invoices')).toHaveLength(1);
});

test('an invoice that cannot be loaded can be loaded again', async () => {
  let answer: object = { status: 500, body: { error: 'Broken' } };
  serve(handlers(box(), { 'GET /orders/o1/invoices/current': () => answer }));
  const { user } = openPage('/checkout/review');
  const again = await screen.findByRole('button', { name: 'Try again' });
  answer = { body: openInvoice() };
  await user.click(again);
  expect(await screen.findByRole('radiogroup', { name: 'Your choice for Sweater' })).toBeVisible();
});

test('a box that cannot be checked out leads to the dashboard', async () => {
  serve(handlers(box({ status: 'styled' })));
  const { path } = openPage('/checkout/review');
  await waitFor(() => expect(path()).toBe('/dashboard'));
});

test('the box’s outfits are shown with the stylist’s notes', async () => {
  serve(handlers());
  const { user, path } = openPage('/checkout/stylist-note');
  expect(await screen.findByText('OUTFIT 1')).toBeVisible();
  expect(screen.getByText('OUTFIT 2')).toBeVisible();
  expect(screen.getByText('Half-tuck the knit.')).toBeVisible();
  expect(screen.getByText('Try the skirt first.')).toBeVisible();
  const outfit = within(screen.getByRole('region', { name: 'Sunday, slowly' }));
  expect(outfit.getAllByRole('listitem')).toHaveLength(3);
  await user.click(screen.getByRole('link', { name: 'Continue to Checkout' }));
  await waitFor(() => expect(path()).toBe('/checkout/review'));
});

const suggested = {
  id: 'P051',
  description: 'High Straight',
  brand: 'Marlowe',
  image_url: '/api/product_images/P051',
  retail_price: '108.00',
};
const click = 'GET /suggested_items/P051/click';

describe('suggested items', () => {
  const tab = () => ({ opener: {} as unknown, location: { href: '' }, close: jest.fn() });
  afterEach(() => jest.restoreAllMocks());

  test('open in the shop, and the press is recorded', async () => {
    const opened = tab();
    jest.spyOn(window, 'open').mockReturnValue(opened as unknown as Window);
    const url = 'https://www.marlowe.example/shop/p051';
    const { to } = serve(handlers(box({ suggested_items: [suggested] }), { [click]: { body: { id: 'P051', url } } }));
    const { user } = openPage('/checkout/stylist-note');
    await user.click(await screen.findByRole('button', { name: /^High Straight.*\$108\.00/ }));
    await waitFor(() => expect(opened.location.href).toBe(url));
    expect(opened.opener).toBeNull();
    expect(to(click)).toHaveLength(1);
  });

  test('open one tab, however often they are pressed meanwhile', async () => {
    let answer: () => void = () => {};
    const answered = new Promise<void>((resolve) => (answer = resolve));
    const opened = tab();
    const openTab = jest.spyOn(window, 'open').mockReturnValue(opened as unknown as Window);
    const url = 'https://www.marlowe.example/shop/p051';
    const late = async () => {
      await answered;
      return { body: { id: 'P051', url } };
    };
    serve(handlers(box({ suggested_items: [suggested] }), { [click]: late }));
    const { user } = openPage('/checkout/stylist-note');
    await user.click(await screen.findByRole('button', { name: /^High Straight/ }));
    await user.click(screen.getByRole('button', { name: /^High Straight/ }));
    answer();
    await waitFor(() => expect(opened.location.href).toBe(url));
    expect(openTab).toHaveBeenCalledTimes(1);
  });

  test('that cannot be opened say so', async () => {
    const opened = tab();
    jest.spyOn(window, 'open').mockReturnValue(opened as unknown as Window);
    serve(handlers(box({ suggested_items: [suggested] }), { [click]: { status: 404 } }));
    const { user } = openPage('/checkout/stylist-note');
    await user.click(await screen.findByRole('button', { name: /^High Straight/ }));
    expect(await screen.findByText('We can’t open this right now. Please try again.')).toBeVisible();
    expect(opened.close).toHaveBeenCalled();
  });

  test('are left out if there are none', async () => {
    serve(handlers());
    openPage('/checkout/stylist-note');
    await screen.findByText('OUTFIT 1');
    expect(screen.queryByRole('heading', { name: 'You might also like' })).toBeNull();
  });
});
