import { act, screen, waitFor, within } from '@testing-library/react';
import { toast } from 'sonner';
import { accountQuery } from '~/api/account/record';
import type { Account, ShippingAddress } from '~/api/schema.gen';
import { dana } from '~test/boxes';
import { openPage } from '~test/openPage';
import { locations, questionnaireOf } from '~test/quiz';
import { type Answer, type Call, type Handlers, holdSession, serve } from '~test/server';

beforeEach(holdSession);
afterEach(() => sessionStorage.clear());

const path = '/account/management';
const known: Account = { ...dana, phone: '6125550142', preferred_stylist: 'Adela M.', assigned_location_id: 'L01' };
const mfaRequired: Answer = { status: 403, body: { errors: { mfa_required: 'mfa error' } } };

/** A server that stores changes; `other` changes the account as another tab would. */
function open(handlers: Handlers = {}, { account = known, state = {} } = {}) {
  let current = account;
  const server = serve({
    'GET /account': () => ({ body: current }),
    'GET /locations': { body: { locations } },
    'GET /questionnaire': { body: questionnaireOf({}) },
    'GET /orders': { body: { orders: [] } },
    'GET /account/devices': { body: { devices: [] } },
    'GET /style_profiles/current': { status: 503 },
    'PATCH /account': ({ body }: Call) => {
      current = { ...current, ...(body as { customer?: Partial<Account> }).customer };
      return { body: current };
    },
    ...handlers,
  });
  const other = (change: Partial<Account>) => {
    current = { ...current, ...change };
    return current;
  };
  return { ...openPage(path, state), ...server, other };
}

const title = () => screen.findByRole('heading', { level: 1, name: 'Account Management' });
const text = (label: string | RegExp) => screen.getByLabelText(label);
const save = () => screen.getByRole('button', { name: 'Save' });

async function retype(user: ReturnType<typeof open>['user'], label: string | RegExp, typed: string) {
  await user.clear(text(label));
  await user.type(text(label), typed);
}

describe('what is saved', () => {
  test('only what was changed is sent, and the customer is back on the dashboard', async () => {
    const { user, to, path: here } = open();
    await title();
    await retype(user, /^Last name/, 'Moss');
    await retype(user, /^Cell phone$/, '6125550199');
    await user.click(save());
    await waitFor(() => expect(here()).toBe('/dashboard'));
    expect(to('PATCH /account').map(({ body }) => body)).toEqual([
      { customer: { last_name: 'Moss', phone: '6125550199' } },
    ]);
    expect(await screen.findByText('Your changes are saved.')).toBeVisible();
  });

  test('a changed address is sent whole, without its recipient', async () => {
    const { user, to } = open();
    await title();
    await retype(user, /^Address line 1/, '9 Elm Street');
    await user.click(save());
    await waitFor(() => expect(to('PATCH /account')).toHaveLength(1));
    expect(to('PATCH /account')[0]?.body).toEqual({
      customer: {},
      shipping_address: {
        line_1: '9 Elm Street',
        line_2: '',
        city: 'Minneapolis',
        state: 'MN',
        postal_code: '55401',
        phone: '6125550100',
      },
    });
  });

  test('without an address on file a name can be saved alone, and an address that is begun must be complete', async () => {
    const { user, to, path: here } = open({}, { account: { ...known, shipping_addresses: [] } });
    await title();
    expect(text('Address line 1')).not.toBeRequired();
    await retype(user, /^Last name/, 'Moss');
    await user.type(text('Address line 1'), '9 Elm Street');
    expect(text(/^City/)).toBeRequired();
    await user.click(save());
    await waitFor(() => expect(text(/^City/)).toHaveAccessibleDescription('Required'));
    expect(to('PATCH /account')).toHaveLength(0);
    await user.clear(text(/^Address line 1/));
    await user.click(save());
    await waitFor(() => expect(here()).toBe('/dashboard'));
    expect(to('PATCH /account').map(({ body }) => body)).toEqual([{ customer: { last_name: 'Moss' } }]);
  });

  test('an address that differs only in capital letters is the same', async () => {
    const { user, to, path: here } = open();
    await title();
    await retype(user, /^City/, 'MINNEAPOLIS');
    await user.click(save());
    await waitFor(() => expect(here()).toBe('/dashboard'));
    expect(to('PATCH /account')).toHaveLength(0);
  });

  test('the store is one of those that are offered, and the stylist can be left to the shop', async () => {
    const { user, to } = open();
    await title();
    const store = await screen.findByRole('combobox', { name: /^Preferred store/ });
    await waitFor(() => expect(store).toHaveDisplayValue('Minnesota - Edina Galleria'));
    const hidden = locations.find(({ hidden: isHidden, label }) => isHidden && label !== 'No Preference');
    expect(within(store).queryByRole('option', { name: hidden?.label ?? '' })).toBeNull();
    await user.selectOptions(store, 'Minnesota - Grand Avenue');
    const stylist = screen.getByRole('combobox', { name: /^Stylist/ });
    expect(stylist).toHaveDisplayValue('Adela M.');
    await user.selectOptions(stylist, 'Match me with a stylist');
    await user.click(save());
    await waitFor(() => expect(to('PATCH /account')).toHaveLength(1));
    // The theme box is not sent.
    expect(to('PATCH /account')[0]?.body).toEqual({
      customer: { assigned_location_id: 'L02', preferred_stylist: 'Match me with a stylist' },
    });
  });

  test('without the questionnaire everything except the stylist is saved', async () => {
    const { user, to, path: here } = open({ 'GET /questionnaire': { status: 503 } });
    await title();
    await retype(user, /^Cell phone$/, '6125550199');
    await user.click(save());
    await waitFor(() => expect(here()).toBe('/dashboard'));
    expect(to('PATCH /account').map(({ body }) => body)).toEqual([{ customer: { phone: '6125550199' } }]);
  });

  test('while the form is being saved the fields take no input, so that nothing typed is lost', async () => {
    let answer: (reply: Answer) => void = () => undefined;
    const saved = new Promise<Answer>((resolve) => void (answer = resolve));
    const { user, to, path: here } = open({ 'PATCH /account': () => saved });
    await title();
    await retype(user, /^Last name/, 'Moss');
    expect(text(/^Last name/).closest('[inert]')).toBeNull();
    await user.click(save());
    await waitFor(() => expect(to('PATCH /account')).toHaveLength(1));
    for (const label of [/^Last name/, /^Email/, /^City/, /^Stylist/]) {
      expect(text(label).closest('[inert]')).not.toBeNull();
    }
    answer({ body: { ...known, last_name: 'Moss' } });
    await waitFor(() => expect(here()).toBe('/dashboard'));
  });

  test('Save and Back lead to where the customer came from', async () => {
    const first = open({}, { state: { prevPath: '/refer/friend' } });
    expect(await screen.findByRole('link', { name: 'Back' })).toHaveAttribute('href', '/members/refer/friend');
    await retype(first.user, /^First name/, 'Dinah');
    await first.user.click(save());
    await waitFor(() => expect(first.path()).toBe('/refer/friend'));
  });

  test('before an order the screen asks whether all is still right, and leads on to the order', async () => {
    const { user, to, path: here } = open({ 'GET /holidays': { status: 503 } }, { state: { isConfirmation: true } });
    expect(await screen.findByRole('heading', { level: 1, name: 'Is all of this still right?' })).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Save and Continue' }));
    await waitFor(() => expect(here()).toBe('/customize/order/order'));
    expect(to('PATCH /account')).toHaveLength(0);
  });

  test('links lead to the purchases and the notes', async () => {
    open();
    await title();
    const plan = within(screen.getByRole('navigation', { name: 'Card and subscription' }));
    expect(plan.getByRole('link', { name: 'Change payment' })).toHaveAttribute('href', '/members/change/payment');
    expect(plan.getByRole('link', { name: 'How often boxes come' })).toHaveAttribute(
      'href',
      '/members/manage/subscription',
    );
    const more = within(screen.getByRole('navigation', { name: 'Your boxes so far' }));
    expect(more.getByRole('link', { name: 'Purchase history' })).toHaveAttribute(
      'href',
      '/members/account/purchase-history',
    );
    expect(more.getByRole('link', { name: 'Stylist notes' })).toHaveAttribute('href', '/members/account/stylist-notes');
  });
});

describe('what is refused', () => {
  test('errors are listed below the form, each with a link to its field, and nothing is sent', async () => {
    const { user, to } = open();
    await title();
    await user.clear(text(/^First name/));
    await retype(user, /^State/, 'XX');
    await user.click(save());
    const list = await screen.findByRole('group', { name: '2 things to fix' });
    expect(list).toHaveFocus();
    expect(list.compareDocumentPosition(text(/^State/))).toBe(Node.DOCUMENT_POSITION_PRECEDING);
    expect(within(list).getByRole('link', { name: 'State: Invalid state' })).toBeVisible();
    expect(text(/^State/)).toHaveAccessibleDescription('Invalid state');
    expect(to('PATCH /account')).toHaveLength(0);
  });

  test('an undeliverable address shows a toast, and a message at the address', async () => {
    const refused = 'Invalid Address. Please enter a valid address.';
    const { user, path: here } = open({
      'PATCH /account': { status: 422, body: { errors: { shippo_id_invalid: 'x' } } },
    });
    await title();
    await retype(user, /^Address line 1/, 'Nowhere 1');
    await user.click(save());
    await waitFor(() => expect(text(/^Address line 1/)).toHaveAccessibleDescription(refused));
    expect((await screen.findAllByText(refused)).length).toBeGreaterThan(1);
    expect(text(/^Address line 1/)).toHaveValue('Nowhere 1');
    expect(here()).toBe(path);
  });

  test('an email address that has an account already says so at its field', async () => {
    const taken = 'This email address already has an account.';
    const { user } = open({ 'PATCH /account': { status: 422, body: { errors: { email_invalid: taken } } } });
    await title();
    await retype(user, /^Email/, 'ann@example.com');
    await user.click(save());
    await waitFor(() => expect(text(/^Email/)).toBeInvalid());
    expect(text(/^Email/)).not.toHaveAccessibleDescription('');
    expect(text(/^Email/)).toHaveValue('ann@example.com');
  });

  test('what was typed stays if there is no answer, and can be sent again', async () => {
    let isDown = true;
    const { user, path: here } = open({
      'PATCH /account': () => (isDown ? Promise.reject(new TypeError('Failed to fetch')) : { body: known }),
    });
    await title();
    await retype(user, /^Last name/, 'Moss');
    await user.click(save());
    expect(await screen.findByRole('group', { name: 'You are offline' })).toBeVisible();
    expect(text(/^Last name/)).toHaveValue('Moss');
    isDown = false;
    await user.click(save());
    await waitFor(() => expect(here()).toBe('/dashboard'));
  });
});

describe('other addresses', () => {
  const [home] = known.shipping_addresses as [ShippingAddress];
  const cabin: ShippingAddress = { ...home, id: 'a2', is_primary: false, shipping_line_1: '4 Pine Road' };
  const office: ShippingAddress = { ...home, id: 'a3', is_primary: false, shipping_line_1: '80 Ninth Avenue' };
  const account: Account = { ...known, shipping_addresses: [home, cabin, office] };
  const others = () => screen.getByRole('list', { name: 'Other addresses' });
  const deleting = (line: string) => within(others()).getByRole('button', { name: new RegExp(`^Delete ${line}`) });

  test('can be deleted; what is typed meanwhile stays', async () => {
    const { user, to, other } = open(
      {
        'DELETE /shipping_addresses/a2': () => {
          other({ shipping_addresses: [home, office] });
          return { status: 204 };
        },
      },
      { account },
    );
    await title();
    expect(await screen.findByRole('list', { name: 'Other addresses' })).toBeVisible();
    expect(within(others()).getAllByRole('listitem')).toHaveLength(2);
    expect(within(others()).queryByText(/118 Nicollet Mall/)).toBeNull();
    await retype(user, /^Last name/, 'Moss');
    await user.click(deleting('4 Pine Road'));
    await waitFor(() => expect(within(others()).getAllByRole('listitem')).toHaveLength(1));
    expect(others()).toHaveTextContent('80 Ninth Avenue');
    expect(await screen.findByText('The address is deleted.')).toBeVisible();
    expect(screen.getByRole('heading', { name: 'Other addresses' })).toHaveFocus();
    expect(text(/^Last name/)).toHaveValue('Moss');
    expect(to('PATCH /account')).toHaveLength(0);
  });

  describe('one of them', () => {
    const make = (line: string) =>
      within(others()).getByRole('button', { name: new RegExp(`^Make this my main address: ${line}`) });
    const inverted = (one: ShippingAddress, main: ShippingAddress) => [
      { ...one, is_primary: true },
      { ...main, is_primary: false },
      office,
    ];

    test('becomes the main one, which the form then shows; what is typed meanwhile stays', async () => {
      const { user, to, other } = open(
        {
          'PATCH /shipping_addresses/a2': () => {
            other({ shipping_addresses: inverted(cabin, home) });
            return { body: { ...cabin, is_primary: true } };
          },
        },
        { account },
      );
      await title();
      expect(screen.getByText(/A box that you ordered to one of these still goes there/)).toBeVisible();
      await retype(user, /^Last name/, 'Moss');
      await user.click(make('4 Pine Road'));
      expect(await screen.findByText('Your main address is now 4 Pine Road, Minneapolis, MN 55401.')).toBeVisible();
      await waitFor(() => expect(text(/^Address line 1/)).toHaveValue('4 Pine Road'));
      expect(within(others()).queryByText(/4 Pine Road/)).toBeNull();
      expect(others()).toHaveTextContent('118 Nicollet Mall');
      expect(screen.getByRole('heading', { name: 'Other addresses' })).toHaveFocus();
      expect(text(/^Last name/)).toHaveValue('Moss');
      // The change was made here, not elsewhere.
      expect(screen.queryByText('Your account was changed in another tab or on another device.')).toBeNull();
      expect(to('PATCH /shipping_addresses/a2').map(({ body }) => body)).toEqual([
        { shipping_address: { is_primary: true } },
      ]);
      expect(to('PATCH /account')).toHaveLength(0);
    });

    test('cannot while the main one is being changed in the form', async () => {
      const { user, to } = open({}, { account });
      await title();
      await retype(user, /^Address line 1/, '1 Main St');
      await user.click(make('4 Pine Road'));
      expect(within(others()).getByText(/^Still needed: your change of the address above/)).toBeVisible();
      expect(to('PATCH /shipping_addresses/a2')).toHaveLength(0);
    });
  });

  test('are not mentioned if there are none; after the last one is deleted the focus stays on the screen', async () => {
    const { user, other } = open(
      {
        'DELETE /shipping_addresses/a2': () => {
          other({ shipping_addresses: [home] });
          return { status: 204 };
        },
      },
      { account: { ...known, shipping_addresses: [home, cabin] } },
    );
    await title();
    await user.click(deleting('4 Pine Road'));
    await waitFor(() => expect(screen.queryByText('Other addresses')).toBeNull());
    expect(screen.getByRole('heading', { level: 1 })).toHaveFocus();
  });

  test('cannot be deleted if a box goes there, and the screen says so', async () => {
    const used = 'A box is on its way to this address.';
    const { user } = open(
      { 'DELETE /shipping_addresses/a2': { status: 409, body: { errors: { address_in_use: used } } } },
      { account },
    );
    await title();
    await user.click(deleting('4 Pine Road'));
    expect(await screen.findByText(used, { selector: '[data-sonner-toast] *' })).toBeVisible();
    act(() => void toast.dismiss());
    // The toast disappears; the message below the button stays.
    expect(deleting('4 Pine Road')).toHaveAccessibleDescription(used);
    expect(screen.getByText(used, { ignore: '[data-sonner-toast] *' })).toBeVisible();
  });
});

describe('a change that needs a code', () => {
  test('waits for it: a wrong code stays in its field, the right one makes the change and leads on', async () => {
    const answers: Answer[] = [
      { status: 422, body: { errors: { mfa_code_invalid: 'mfa error: code invalid' } } },
      { body: { data: { ...known, email: 'new@example.com' } } },
    ];
    const { user, path: here } = open({
      'PATCH /account': mfaRequired,
      'POST /mfa_requests': { status: 204 },
      'POST /mfa_resubmissions': () => answers.shift() ?? {},
    });
    await title();
    await retype(user, /^Email/, 'new@example.com');
    await user.click(save());
    expect(await screen.findByRole('heading', { name: 'Confirm it’s you' })).toHaveFocus();
    expect(screen.getByText(/^Your changes are waiting\./)).toBeVisible();
    // The code goes to the address from before the change.
    expect(screen.getByRole('radio', { name: 'Email to d…@example.com' })).toBeChecked();
    await user.click(screen.getByRole('button', { name: 'Request Code' }));
    await user.type(screen.getByLabelText('Code'), '111111');
    await user.click(screen.getByRole('button', { name: 'Submit' }));
    await waitFor(() => expect(screen.getByLabelText('Code')).toBeInvalid());
    expect(here()).toBe(path);
    await user.clear(screen.getByLabelText('Code'));
    await user.type(screen.getByLabelText('Code'), '222222{Enter}');
    await waitFor(() => expect(here()).toBe('/dashboard'));
    expect(await screen.findByText('Your changes are saved.')).toBeVisible();
    expect(screen.queryByText(/mfa error/)).toBeNull();
  });

  const enterCode = async (user: ReturnType<typeof open>['user']) => {
    await title();
    await retype(user, /^Email/, 'new@example.com');
    await user.click(save());
    await user.type(await screen.findByLabelText('Code'), '111111{Enter}');
  };

  test('shows its refusal after the code at its field in the form', async () => {
    const taken = 'There is an account with this email already.';
    const issues = [{ field: 'email', code: 'email_taken', message: taken }];
    const { user } = open({
      'PATCH /account': mfaRequired,
      'POST /mfa_resubmissions': { status: 422, body: { errors: { form_invalid: 'x' }, issues } },
    });
    await enterCode(user);
    await waitFor(() => expect(text(/^Email/)).toHaveAccessibleDescription(new RegExp(taken)));
    expect(text(/^Email/)).toBeInvalid();
    await waitFor(() => expect(screen.getByRole('group', { name: 'One thing to fix' })).toHaveFocus());
  });

  test('that no longer waits says so above the form, where it stays', async () => {
    const gone = 'No change is waiting for a code. Please save it again.';
    const { user } = open({
      'PATCH /account': mfaRequired,
      'POST /mfa_resubmissions': { status: 409, body: { errors: { mfa_not_required: gone } } },
    });
    await enterCode(user);
    expect(await screen.findByRole('group', { name: gone })).toHaveFocus();
    act(() => void toast.dismiss());
    expect(screen.getByRole('group', { name: gone })).toBeVisible();
    expect(text(/^Email/)).toHaveValue('new@example.com');
  });

  test('keeps everything as typed if the customer goes back from the code step', async () => {
    const { user } = open({ 'PATCH /account': mfaRequired });
    await title();
    await retype(user, /^Email/, 'new@example.com');
    await retype(user, /^Cell phone$/, '6125550199');
    await user.click(save());
    await user.click(await screen.findByRole('button', { name: 'Cancel' }));
    expect(text(/^Email/)).toHaveValue('new@example.com');
    expect(screen.getByRole('heading', { level: 1 })).toHaveFocus();
    expect(text(/^Cell phone$/)).toHaveValue('612-555-0199');
    expect(screen.getByRole('combobox', { name: /^Preferred store/ })).toHaveDisplayValue('Minnesota - Edina Galleria');
  });
});

describe('the password', () => {
  const fill = async (user: ReturnType<typeof open>['user'], current: string, next: string) => {
    await user.click(await screen.findByRole('button', { name: 'Change password' }));
    const field = await screen.findByLabelText('Current password');
    expect(field).toHaveFocus();
    await user.type(field, current);
    await user.type(text('New password'), next);
    await user.click(screen.getByRole('button', { name: 'Save New Password' }));
  };

  test('is changed with the current one, and not stored in the browser', async () => {
    const { user, to, client } = open({ 'PUT /registrations': { body: known } });
    await fill(user, 'Stylebox#2026', 'Wardrobe#2027');
    expect(await screen.findByText(/^Your password is changed\./)).toBeVisible();
    expect(to('PUT /registrations')[0]?.body).toEqual({
      customer: { current_password: 'Stylebox#2026', password: 'Wardrobe#2027' },
    });
    expect(screen.getByRole('heading', { name: 'Password' })).toHaveFocus();
    const kept = client.getMutationCache().getAll();
    expect(JSON.stringify([kept.map(({ state }) => state), { ...sessionStorage, ...localStorage }])).not.toMatch(
      /Wardrobe|Stylebox#/,
    );
  });

  test('shows a message at its field if the current one is wrong', async () => {
    const wrong = 'This is not your current password.';
    const issues = [{ field: 'current_password', code: 'password_wrong', message: wrong }];
    const { user } = open({
      'PUT /registrations': { status: 422, body: { errors: { form_invalid: 'x' }, issues } },
    });
    await fill(user, 'Something#1', 'Wardrobe#2027');
    await waitFor(() => expect(text('Current password')).toHaveAccessibleDescription(wrong));
  });

  test('is not sent if the new one is weak', async () => {
    const { user, to } = open();
    await fill(user, 'Stylebox#2026', 'short');
    expect(await screen.findByText('Min. 8 characters.')).toBeVisible();
    expect(to('PUT /registrations')).toHaveLength(0);
  });
});

describe('leaving', () => {
  test('asks first if something is unsaved', async () => {
    const { user, path: here } = open();
    await title();
    await retype(user, /^Last name/, 'Moss');
    await user.click(screen.getByRole('link', { name: 'Back' }));
    const dialog = await screen.findByRole('dialog', { name: 'Leave without saving?' });
    await user.click(within(dialog).getByRole('button', { name: 'Stay here' }));
    expect(text(/^Last name/)).toHaveValue('Moss');
    expect(here()).toBe(path);
    await user.click(screen.getByRole('link', { name: 'Back' }));
    await user.click(await screen.findByRole('button', { name: 'Leave without saving' }));
    await waitFor(() => expect(here()).toBe('/dashboard'));
    expect(JSON.stringify({ ...sessionStorage })).not.toContain('Moss');
  });

  test('does not ask if nothing was changed', async () => {
    const { user, path: here } = open();
    await title();
    await user.click(screen.getByRole('link', { name: 'Back' }));
    await waitFor(() => expect(here()).toBe('/dashboard'));
  });

  test('loses nothing typed if the session has ended', async () => {
    const ended = open({ 'PATCH /account': { status: 401, body: { errors: { not_signed_in: 'x' } } } });
    await title();
    await retype(ended.user, /^Last name/, 'Moss');
    await ended.user.click(save());
    await waitFor(() => expect(ended.path()).toBe('/login'));
    expect(sessionStorage.getItem('stylebox.redirectTo')).toBe(path);
    ended.unmount();

    const { user } = open();
    await title();
    expect(text(/^Last name/)).toHaveValue('Moss');
    expect(screen.getByText('You changed something here that is not saved yet.')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Undo my changes' }));
    expect(text(/^Last name/)).toHaveValue('Lee');
  });
});

describe('what another tab changed meanwhile', () => {
  test('is not overwritten without notice, and what was typed stays', async () => {
    const { user, to, other, path: here } = open();
    await title();
    await retype(user, /^Last name/, 'Moss');
    other({ last_name: 'Reed', first_name: 'Dee' });
    await user.click(save());
    expect(await screen.findByText('Your account was changed in another tab or on another device.')).toBeVisible();
    expect(screen.getByText(/^Last name: what you typed is still here\./)).toBeVisible();
    expect(screen.getByText(/^First name: the form shows/)).toBeVisible();
    await waitFor(() => expect(text(/^First name/)).toHaveValue('Dee'));
    expect(text(/^Last name/)).toHaveValue('Moss');
    expect(to('PATCH /account')).toHaveLength(0);

    await user.click(save());
    await waitFor(() => expect(here()).toBe('/dashboard'));
    expect(to('PATCH /account')[0]?.body).toEqual({ customer: { last_name: 'Moss' } });
  });

  test('stays as it is in other fields', async () => {
    const { user, to, other, path: here } = open();
    await title();
    await retype(user, /^Last name/, 'Moss');
    other({ phone: '6125550177' });
    await user.click(save());
    await waitFor(() => expect(here()).toBe('/dashboard'));
    expect(to('PATCH /account')[0]?.body).toEqual({ customer: { last_name: 'Moss' } });
  });

  test('shows in the form as soon as the page has loaded it', async () => {
    const { client, other } = open();
    await title();
    client.setQueryData(accountQuery.queryKey, other({ email: 'moved@example.com' }));
    await waitFor(() => expect(text(/^Email/)).toHaveValue('moved@example.com'));
    expect(screen.getByText(/^Email: the form shows what is saved now\./)).toBeVisible();
  });

  test('is still distinguished from what was typed after a reload', async () => {
    const before = open();
    await title();
    await retype(before.user, /^Last name/, 'Moss');
    before.unmount();
    const { user, to } = open({}, { account: { ...known, email: 'moved@example.com' } });
    await title();
    await waitFor(() => expect(text(/^Email/)).toHaveValue('moved@example.com'));
    expect(text(/^Last name/)).toHaveValue('Moss');
    await user.click(save());
    await waitFor(() => expect(to('PATCH /account')).toHaveLength(1));
    expect(to('PATCH /account')[0]?.body).toEqual({ customer: { last_name: 'Moss' } });
  });
});
