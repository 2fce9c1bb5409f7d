import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { LineItem, Order } from '~/api/order/orders';
import { dana } from '~test/boxes';
import { handlers, paidBox } from '~test/checkout';
import { openPage } from '~test/openPage';
import { holdSession, serve } from '~test/server';

beforeEach(holdSession);

const invitation = {
  site_key: 'site',
  domain: 'marlowe.example',
  sku: 'stylebox',
  product_title: 'Stylebox',
  time_stamp: 1_700_000_000,
  signature: 'signed',
};

describe('the confirmation', () => {
  async function thank(path = '/checkout/success', more: Parameters<typeof serve>[0] = {}) {
    const server = serve(handlers({ 'GET /orders': { body: { orders: [paidBox] } }, ...more }));
    const page = openPage(path);
    await screen.findByRole('heading', { level: 2, name: 'Leave a Review' });
    return { ...server, ...page };
  }
  const stars = () => within(screen.getByRole('radiogroup', { name: 'Rate your stylist' }));

  /** The box with its first piece exchanged and its second one returned. */
  const exchanged = (change: Partial<Order> = {}) => {
    const [sweater, skirt, ...others] = paidBox.line_items as [LineItem, LineItem, ...LineItem[]];
    const line_items = [{ ...sweater, exchange_size: 'L' }, { ...skirt, claimed_kept: false }, ...others];
    return { 'GET /orders': { body: { orders: [{ ...paidBox, line_items, ...change }] } } };
  };
  const pieces = (name: string) =>
    within(screen.getByRole('region', { name }))
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent);

  test('names each item that goes back, and the old size of an exchange', async () => {
    await thank('/checkout/success', exchanged());
    expect(pieces('This goes back')).toEqual(['Sweater Marlowe · size M, exchanged for L', 'Skirt Marlowe · M']);
  });

  test.each([
    [false, false],
    [false, true],
    [true, false],
    [true, true],
  ])(
    'promise an email only if emails arrive: pick-up %s, they come back %s',
    async (customer_pick_up, email_bounced) => {
      await thank(customer_pick_up ? '/checkout/success-drtg' : '/checkout/success', {
        'GET /orders': { body: { orders: [{ ...paidBox, customer_pick_up }] } },
        'GET /account': { body: { ...dana, email_bounced } },
      });
      const promise = customer_pick_up ? 'A confirmation email will follow.' : 'An email confirms what was charged.';
      expect(screen.queryAllByText(promise)).toHaveLength(email_bounced ? 0 : 1);
    },
  );

  test('says that nothing goes back if everything is kept', async () => {
    await thank();
    expect(screen.getByText('Nothing more has to go back.')).toBeVisible();
    expect(screen.queryByText(/prepaid return envelope/)).toBeNull();
  });

  test('of a box that was sent back before asks for nothing more', async () => {
    await thank('/checkout/success', exchanged({ status: 'in_transit_to_stylebox' }));
    expect(pieces('This is on its way back')).toHaveLength(2);
    expect(screen.queryByText(/prepaid return envelope/)).toBeNull();
  });

  test('says how to return items by mail, and by when', async () => {
    await thank('/checkout/success', exchanged());
    expect(screen.getByRole('heading', { level: 1, name: 'Thank you for checking out!' })).toBeVisible();
    expect(screen.getByText(/prepaid return envelope/)).toHaveTextContent(
      'postmarked by Tuesday, November 24, 11:59 PM CT',
    );
  });

  test('says how to return items to the store, and by when', async () => {
    await thank('/checkout/success-drtg', exchanged({ customer_pick_up: true }));
    expect(screen.getByText(/to the store where you picked your box up/)).toHaveTextContent(
      'Please be there by Tuesday, November 24, 11:59 PM CT',
    );
    expect(screen.getByText(/tag Marlowe/)).toBeVisible();
  });

  test('names no day for a box that was paid before it was picked up', async () => {
    await thank('/checkout/success-drtg', exchanged({ customer_pick_up: true, checkout_by_date: null }));
    expect(screen.getByText(/to the store where you picked your box up/)).not.toHaveTextContent('Please be there');
  });

  test.each([
    ['/checkout/success', true, '/checkout/success-drtg'],
    ['/checkout/success-drtg', false, '/checkout/success'],
  ])('at %s leads to the confirmation of the order', async (opened, customer_pick_up, expected) => {
    const { path } = await thank(opened, exchanged({ customer_pick_up }));
    expect(path()).toBe(expected);
    const byMail = screen.queryByText(/prepaid return envelope/);
    expect(byMail === null).toBe(customer_pick_up);
  });

  test('can be loaded again if the orders could not', async () => {
    let answer: object = { status: 500, body: { error: 'Down' } };
    serve(handlers({ 'GET /orders': () => answer }));
    const { user } = openPage('/checkout/success');
    const again = await screen.findByRole('button', { name: 'Try again' });
    answer = exchanged()['GET /orders'];
    await user.click(again);
    expect(await screen.findByText(/prepaid return envelope/)).toBeVisible();
  });

  test('shows a message at the field of a review that is too long, and sends and loses nothing', async () => {
    const { user, to, path } = await thank();
    const field = screen.getByLabelText('Your review');
    fireEvent.change(field, { target: { value: 'x'.repeat(5001) } });
    await user.click(screen.getByRole('button', { name: 'Submit Review' }));
    expect(field).toHaveAccessibleDescription(/Max\. 5000 characters\./);
    expect(field).toHaveFocus();
    expect(path()).toBe('/checkout/success');
    expect(to('PATCH /orders/o1')).toHaveLength(0);
  });

  test('does not send a review of blanks', async () => {
    const { user, to, path } = await thank();
    await user.type(screen.getByLabelText('Your review'), '   ');
    await user.click(screen.getByRole('button', { name: 'Go To Dashboard' }));
    await waitFor(() => expect(path()).toBe('/dashboard'));
    expect(to('PATCH /orders/o1')).toHaveLength(0);
  });

  test('leads to the dashboard and sends nothing without a review', async () => {
    const { user, to, path } = await thank();
    expect(stars().getByText('N/A')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Go To Dashboard' }));
    await waitFor(() => expect(path()).toBe('/dashboard'));
    expect(to('PATCH /orders/o1')).toHaveLength(0);
  });

  test('sends a rating or a text as a review', async () => {
    const { user, to, path } = await thank('/checkout/success', {
      'GET /orders/o1': { body: { ...paidBox, review_invitation: invitation } },
      'POST /reviews': { status: 201, body: { id: 'r1' } },
      'PATCH /orders/o1': { body: paidBox },
    });
    await user.click(stars().getByRole('radio', { name: '4 stars' }));
    expect(stars().getByText('4 of 5')).toBeVisible();
    await user.type(screen.getByLabelText('Your review'), 'Lovely');
    await user.click(screen.getByRole('button', { name: 'Submit Review' }));
    await waitFor(() => expect(path()).toBe('/dashboard'));
    // The reviews service gets the review, and so does the order.
    expect(to('POST /reviews')[0]?.body).toEqual({
      ...invitation,
      display_name: `${dana.first_name} ${dana.last_name}`,
      email: dana.email,
      review_title: invitation.product_title,
      review_content: 'Lovely',
      review_score: 4,
      reviewer_type: 'verified_reviewer',
    });
    expect(to('PATCH /orders/o1')[0]?.body).toEqual({ order: { order_review: 'Lovely', review_rating: 4 } });
  });

  test('opens only for a box that is checked out', async () => {
    serve(handlers({}));
    const { path } = openPage('/checkout/success');
    await waitFor(() => expect(path()).toBe('/dashboard'));
  });

  test('keeps a review until the customer has signed in, if the session has ended', async () => {
    const { user, path, unmount } = await thank('/checkout/success', {
      'PATCH /orders/o1': {
        status: 401,
        body: { errors: { not_authorized: 'Not authorized to perform this action' } },
      },
    });
    await user.click(stars().getByRole('radio', { name: '4 stars' }));
    await user.type(screen.getByLabelText('Your review'), 'Lovely');
    await user.click(screen.getByRole('button', { name: 'Submit Review' }));
    await waitFor(() => expect(path()).toBe('/login'));
    expect(sessionStorage.getItem('stylebox.redirectTo')).toBe('/checkout/success');
    unmount();
    await thank();
    expect(screen.getByLabelText('Your review')).toHaveValue('Lovely');
    expect(stars().getByText('4 of 5')).toBeVisible();
  });

  test('lets the customer go on if a review cannot be saved', async () => {
    const { user, path } = await thank('/checkout/success', {
      'PATCH /orders/o1': { status: 500, body: { error: 'Broken' } },
    });
    await user.type(screen.getByLabelText('Your review'), 'Lovely');
    await user.click(screen.getByRole('button', { name: 'Submit Review' }));
    await waitFor(() => expect(path()).toBe('/dashboard'));
    expect(screen.queryByText('Broken')).toBeNull();
  });
});
