import { act, screen, waitFor, within } from '@testing-library/react';
import { statusQuery } from '~/api/status';
import type { UserEvent } from '@testing-library/user-event';
import { brand } from '~/core';
import { ann } from '~test/accounts';
import { enter } from '~test/enter';
import { openPage } from '~test/openPage';
import { locations } from '~test/quiz';
import { type Handlers, holdSession, serve, statusOf } from '~test/server';

const [signup, location, phone] = ['', '-location', '-phone'].map((end) => `/${brand().slug}-store-signup${end}`) as [
  string,
  string,
  string,
];

const eve = { ...ann, first_name: 'Eve', last_name: 'Moss', email: 'eve@exmaple.com', registered_in_store: true };
const stores = { 'GET /locations': { body: { locations } } };
const storeKey = 'stylebox.tablet.store';
const galleria = locations.find(({ name }) => name === 'Edina Galleria')?.id ?? '';

/** A server that takes a registration. */
const registers: Handlers = {
  ...stores,
  'POST /registrations': () => {
    holdSession();
    return { status: 201, body: eve };
  },
  'GET /account': { body: eve },
};

const button = (name: string | RegExp) => screen.getByRole('button', { name });
const main = () => within(screen.getByRole('main'));

async function signUp(user: UserEvent): Promise<void> {
  await enter(user, await screen.findByLabelText(/^First name/), 'Eve');
  await enter(user, screen.getByLabelText(/^Last name/), 'Moss');
  await enter(user, screen.getByLabelText(/^Email/), 'eve@exmaple.com');
  await enter(user, screen.getByLabelText(/^ZIP Code/), '55403');
  await user.click(await screen.findByRole('checkbox', { name: /robot/ }));
  await user.click(button('Create my account'));
}

describe('the sign-up in a store', () => {
  test('asks for four things, and lets the browser fill in none of them', async () => {
    serve(stores);
    openPage(signup);
    expect(await screen.findByRole('heading', { level: 1, name: "Let's Do Intros" })).toBeVisible();
    const fields = main().getAllByRole('textbox');
    expect(fields.map((field) => field.getAttribute('name'))).toEqual([
      'first_name',
      'last_name',
      'email',
      'registration_postal_code',
    ]);
    for (const field of fields) expect(field).toHaveAttribute('autocomplete', 'off');
    expect(screen.queryByLabelText(/password/i)).not.toBeInTheDocument();
    // Now this device is a store's tablet, whose store is not known yet.
    expect(localStorage.getItem(storeKey)).toBe('');
    expect(await screen.findByRole('link', { name: 'Which store is this?' })).toHaveAttribute(
      'href',
      `/members${location}`,
    );
  });

  test('core’s messages for the store are shown', async () => {
    serve(stores);
    const { user } = openPage(signup);
    await user.click(await screen.findByRole('button', { name: 'Create my account' }));
    expect(screen.getByLabelText(/^First name/)).toHaveAccessibleDescription('Required');
    expect(screen.getByLabelText(/^ZIP Code/)).toHaveAccessibleDescription('Min. 5 characters.');
    await user.type(screen.getByLabelText(/^ZIP Code/), '554031');
    await user.tab();
    await waitFor(() =>
      expect(screen.getByLabelText(/^ZIP Code/)).toHaveAccessibleDescription('Must be 5 or 9 digits.'),
    );
  });

  test('names the store of the tablet', async () => {
    localStorage.setItem(storeKey, galleria);
    serve(stores);
    openPage(signup);
    expect(await screen.findByText('Edina Galleria, Edina')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Not this store?' })).toBeVisible();
  });

  test('registers without a password, and says which address the link went to', async () => {
    const { to } = serve(registers);
    const { user, path } = openPage(signup);
    await signUp(user);
    expect(await screen.findByRole('heading', { name: 'Welcome, Eve' })).toHaveFocus();
    expect(main().getByText('eve@exmaple.com')).toBeVisible();
    expect(to('POST /registrations').map(({ body }) => body)).toEqual([
      {
        customer: {
          first_name: 'Eve',
          last_name: 'Moss',
          email: 'eve@exmaple.com',
          registration_postal_code: '55403',
          recaptchaToken: 'passed',
          campaign_code: null,
          campaign_url: null,
          internal_note: 'stylebox-web',
          registered_in_store: true,
        },
      },
    ]);
    expect(Object.values(sessionStorage).join()).not.toContain('eve@');
    await user.click(main().getByRole('link', { name: 'Continue' }));
    await waitFor(() => expect(path()).toBe(location));
  });

  test('sends the campaign and the answer about analytics to the account, and keeps them for nobody else', async () => {
    sessionStorage.setItem('stylebox.campaign', 'catalog-qr');
    sessionStorage.setItem('stylebox.campaignUrl', '/members/catalog-qr');
    localStorage.setItem('stylebox.analytics', '{"version":"2026-11","agreed":true,"clientId":"12.34"}');
    const { to } = serve({
      ...registers,
      'GET /status': { body: statusOf({ analytics: { consent_version: '2026-11' } }) },
    });
    const { user, client } = openPage(signup);
    await act(() => client.prefetchQuery(statusQuery));
    await signUp(user);
    await screen.findByRole('heading', { name: 'Welcome, Eve' });
    expect(to('POST /registrations')[0]?.body).toMatchObject({
      customer: {
        campaign_code: 'catalog-qr',
        campaign_url: '/members/catalog-qr',
        analytics_consent: { version: '2026-11', agreed: true },
        google_analytics_client_id: '12.34',
      },
    });
    // Only the owner of the tab is stored.
    expect(Object.keys(sessionStorage)).toEqual(['stylebox.owner']);
    expect(localStorage.getItem('stylebox.analytics')).toBeNull();
  });

  test('can load the account again after a failure, and shows no empty form', async () => {
    localStorage.setItem(storeKey, galleria);
    holdSession();
    let isDown = true;
    serve({ ...stores, 'GET /account': () => (isDown ? { status: 500 } : { body: eve }) });
    const { user } = openPage(signup, { isRegistered: true });
    expect(await screen.findByText('We can’t reach your account right now')).toBeVisible();
    expect(screen.queryByLabelText(/^First name/)).not.toBeInTheDocument();
    isDown = false;
    await user.click(button('Try again'));
    expect(await screen.findByRole('heading', { name: 'Welcome, Eve' })).toBeVisible();
  });

  test('does not turn a customer’s own device into a tablet', async () => {
    holdSession();
    serve({ ...stores, 'GET /account': { body: ann }, 'GET /orders': { body: { orders: [] } } });
    const { path } = openPage(signup);
    // The customer goes on with the sign-up.
    await waitFor(() => expect(path()).toBe('/quiz/1'));
    expect(localStorage.getItem(storeKey)).toBeNull();
  });

  test('turns a device whose session has ended into a tablet', async () => {
    holdSession();
    serve({ ...stores, 'GET /account': { status: 401, body: { errors: { not_authorized: 'x' } } } });
    openPage(signup);
    await waitFor(() => expect(localStorage.getItem(storeKey)).toBe(''));
  });

  test('says at the field that an address is taken, and keeps what was typed', async () => {
    serve({ ...stores, 'POST /registrations': { status: 422, body: { errors: { email_invalid: 'Email taken.' } } } });
    const { user } = openPage(signup);
    await signUp(user);
    expect(await main().findByRole('link', { name: 'Sign in' })).toHaveAttribute('href', '/members/login');
    expect(screen.getByLabelText(/^Email/)).toHaveAccessibleDescription(/^Email taken\./);
    expect(screen.getByLabelText(/^First name/)).toHaveValue('Eve');
    // A token can be used once, so the check must be passed again.
    expect(await screen.findByRole('checkbox', { name: /robot/ })).not.toBeChecked();
  });

  test('lets the customer correct the address to a valid one', async () => {
    const { to } = serve({
      ...registers,
      'PATCH /registrations': ({ body }) => {
        const { email } = (body as { customer: { email: string } }).customer;
        if (email === 'ann@example.org') return { status: 503, body: { errors: { unavailable: 'Come back later.' } } };
        if (email === 'ann@example.com') return { status: 422, body: { errors: { email_invalid: 'Email taken.' } } };
        return { body: { ...eve, email } };
      },
    });
    const { user } = openPage(signup);
    await signUp(user);
    await user.click(await screen.findByRole('button', { name: 'Not right? Change the address' }));
    const field = screen.getByLabelText(/^Email/);
    expect(field).toHaveFocus();
    await user.clear(field);
    await user.type(field, 'eve@');
    await user.click(button('Send the link'));
    expect(field).toHaveAccessibleDescription('Please enter a valid email address.');
    expect(to('PATCH /registrations')).toHaveLength(0);
    await user.clear(field);
    await user.type(field, 'ann@example.com');
    await user.click(button('Send the link'));
    await waitFor(() => expect(field).toHaveAccessibleDescription('Email taken.'));
    // Nothing is focused, so the message itself is read out.
    expect(document.getElementById(`${field.id}-message`)).toHaveAttribute('aria-live', 'polite');
    await user.clear(field);
    await user.type(field, 'ann@example.org');
    await user.click(button('Send the link'));
    expect((await screen.findByText('Come back later.')).closest('[aria-hidden="true"]')).toBeNull();
    await user.clear(field);
    await user.type(field, 'eve@example.com');
    await user.click(button('Send the link'));
    expect(await main().findByText('A new link is on its way to', { exact: false })).toHaveTextContent(
      'eve@example.com',
    );
    await waitFor(() => expect(button('Not right? Change the address')).toHaveFocus());
  });
});

describe('the store', () => {
  test('that a visitor chooses is the tablet’s, and leads to the sign-up; hidden stores are not offered', async () => {
    const closed = locations.map((store) => (store.name === 'Grand Avenue' ? { ...store, hidden: true } : store));
    const { to } = serve({ 'GET /locations': { body: { locations: closed } } });
    const { user, path } = openPage(location);
    await user.click(await screen.findByRole('button', { name: 'Next' }));
    expect(await screen.findByText('Still needed: A store')).toBeVisible();
    expect(screen.queryByRole('radio', { name: /^Grand Avenue/ })).not.toBeInTheDocument();
    expect(screen.queryByRole('radio', { name: /^No Preference/ })).not.toBeInTheDocument();
    await user.click(await screen.findByRole('radio', { name: /^Edina Galleria/ }));
    await user.click(button('Next'));
    await waitFor(() => expect(path()).toBe(signup));
    expect(localStorage.getItem(storeKey)).toBe(galleria);
    expect(to('PATCH /account')).toHaveLength(0);
  });

  test('that a customer chooses is theirs; the tablet’s is preselected, and the quiz follows', async () => {
    localStorage.setItem(storeKey, galleria);
    holdSession();
    const { to } = serve({
      ...stores,
      'GET /account': { body: eve },
      'PATCH /account': { body: { ...eve, assigned_location_id: galleria } },
    });
    const { user, path } = openPage(location);
    expect(await screen.findByRole('radio', { name: /^Edina Galleria/ })).toBeChecked();
    await user.click(button('Next'));
    await waitFor(() => expect(path()).toBe('/quiz/1'));
    expect(to('PATCH /account')[0]?.body).toEqual({ customer: { assigned_location_id: galleria } });
  });

  test('of the tablet stays if a customer chooses another one', async () => {
    localStorage.setItem(storeKey, galleria);
    holdSession();
    const other = locations.find(({ name }) => name === 'Grand Avenue')?.id ?? '';
    const { to } = serve({ ...stores, 'GET /account': { body: eve }, 'PATCH /account': { body: eve } });
    const { user, path } = openPage(location);
    await user.click(await screen.findByRole('radio', { name: /^Grand Avenue/ }));
    await user.click(button('Next'));
    await waitFor(() => expect(path()).toBe('/quiz/1'));
    expect(to('PATCH /account')[0]?.body).toEqual({ customer: { assigned_location_id: other } });
    expect(localStorage.getItem(storeKey)).toBe(galleria);
  });

  test('of a tablet without one becomes the customer’s', async () => {
    localStorage.setItem(storeKey, '');
    holdSession();
    serve({ ...stores, 'GET /account': { body: eve }, 'PATCH /account': { body: eve } });
    const { user } = openPage(location);
    await user.click(await screen.findByRole('radio', { name: /^Edina Galleria/ }));
    await user.click(button('Next'));
    await waitFor(() => expect(localStorage.getItem(storeKey)).toBe(galleria));
  });

  test('can be removed by a customer who says that their device is not a tablet', async () => {
    localStorage.setItem(storeKey, galleria);
    holdSession();
    serve({ ...stores, 'GET /account': { body: ann } });
    const { user, path } = openPage(location);
    await user.click(await screen.findByRole('button', { name: 'This is not a store’s tablet' }));
    expect(localStorage.getItem(storeKey)).toBeNull();
    expect(path()).toBe(location);
    expect(await screen.findByRole('button', { name: 'Sign out' })).toBeVisible();
    expect(screen.getByRole('heading', { level: 1 })).toHaveFocus();
  });

  test('that a customer chooses at home does not turn the device into a tablet', async () => {
    holdSession();
    serve({ ...stores, 'GET /account': { body: ann }, 'PATCH /account': { status: 503, body: { error: 'Not now' } } });
    const { user, path } = openPage(location);
    await user.click(await screen.findByRole('radio', { name: /^Edina Galleria/ }));
    await user.click(button('Next'));
    await waitFor(() => expect(button('Next')).toHaveAccessibleDescription('Not now'));
    expect([path(), localStorage.getItem(storeKey)]).toEqual([location, null]);
  });

  test('can be chosen after the list was loaded again', async () => {
    let isDown = true;
    serve({ 'GET /locations': () => (isDown ? { status: 500 } : { body: { locations } }) });
    const { user } = openPage(location);
    const again = await screen.findByRole('button', { name: 'Try again' });
    isDown = false;
    await user.click(again);
    expect(await screen.findByRole('radio', { name: /^Edina Galleria/ })).toBeVisible();
  });

  test('can be removed, so that the device is no longer a tablet', async () => {
    localStorage.setItem(storeKey, galleria);
    serve(stores);
    const { user, path } = openPage(location);
    await user.click(await screen.findByRole('button', { name: 'This is not a store’s tablet' }));
    await waitFor(() => expect(path()).toBe('/welcome'));
    expect(localStorage.getItem(storeKey)).toBeNull();
  });
});

describe('on the customer’s own phone', () => {
  test('a press uses the code once, and leads to the screen where the customer was', async () => {
    const { to } = serve({ ...stores, 'PUT /phone_links': { body: { account: eve, path: location } } });
    const { user, path } = openPage(`${phone}#token=secret`);
    const goOn = await screen.findByRole('button', { name: 'Go on' });
    await waitFor(() => expect(window.location.hash).toBe(''));
    expect(to('PUT /phone_links')).toHaveLength(0);
    await user.dblClick(goOn);
    await waitFor(() => expect(path()).toBe(location));
    expect(to('PUT /phone_links').map(({ body }) => body)).toEqual([{ phone_link: { token: 'secret' } }]);
    expect(localStorage.getItem(storeKey)).toBeNull();
  });

  test('an expired or used code says so', async () => {
    const message = 'This code no longer works. Please scan the one that the tablet shows now.';
    serve({ 'PUT /phone_links': { status: 422, body: { errors: { phone_link_invalid: message } } } });
    const { user } = openPage(`${phone}#token=old`);
    await user.click(await screen.findByRole('button', { name: 'Go on' }));
    expect(await screen.findByRole('alert')).toHaveTextContent(message);
    // The message in place is read out, so screen readers skip the toast.
    expect(await screen.findByText(message, { selector: '[aria-hidden]' })).toBeVisible();
  });

  test('the screen without a code says how to get one', async () => {
    serve({});
    openPage(phone);
    expect(await screen.findByText(/Please scan the code/)).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Go on' })).not.toBeInTheDocument();
  });
});
