import { act, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { planPickup } from '~/api/delivery/plannedPickup';
import { statusQuery } from '~/api/status';
import { ann } from '~test/accounts';
import { enter } from '~test/enter';
import { openPage } from '~test/openPage';
import { questionnaireOf, serveQuiz } from '~test/quiz';
import { serve, statusOf } from '~test/server';
import { offered } from '~test/themeBoxes';

const button = () => screen.getByRole('button', { name: 'Create my account' });
const label = (text: string) => screen.getByLabelText(new RegExp(`^${text}`));

const invitedBy = (name: string | null) => ({
  body: { code: 'FRIEND1', kind: 'percentage_off', value: '20.00', description: '20% off', invited_by: name },
});

const unknownCode = {
  status: 422,
  body: { errors: { PROMO_CODE_NOT_RECOGNIZED: 'This code is not recognized.' } },
};

const registered = { 'POST /registrations': { status: 201, body: ann }, 'GET /account': { body: ann } };

const remembered = (key: string) => sessionStorage.getItem(`stylebox.${key}`);

/** Fills the form and sends it. */
async function signUp(user: UserEvent): Promise<void> {
  await fillIn(user);
  await user.click(await isNotARobot());
  await user.click(button());
}

async function fillIn(user: UserEvent): Promise<void> {
  await enter(user, await screen.findByLabelText(/^First name/), 'Ann');
  await enter(user, label('Last name'), 'Lee');
  await enter(user, label('Email'), 'ann@example.com');
  await enter(user, label('Confirm email'), 'ann@example.com');
  await enter(user, label('ZIP Code'), '554011234');
  await enter(user, label('Password'), 'Stylebox#2026');
}

const isNotARobot = () => screen.findByRole('checkbox', { name: /robot/ });

test('the form has a title and marks required fields', async () => {
  serve({});
  openPage('/register');
  expect(await screen.findByRole('heading', { level: 1, name: "Let's Do Intros" })).toBeVisible();
  expect(screen.getByText('*Indicated required field')).toBeVisible();
  for (const name of ['First name', 'Last name', 'Email', 'Confirm email', 'ZIP Code', 'Password']) {
    expect(label(name)).toBeRequired();
  }
  expect(screen.getByRole('link', { name: 'Sign In' })).toHaveAttribute('href', '/members/login');
  expect(document.title).toMatch(/^Create your account/);
});

test('core’s messages are shown under the fields on blur', async () => {
  serve({});
  const { user } = openPage('/register');
  await user.type(await screen.findByLabelText(/^First name/), 'A');
  await user.type(label('Last name'), '12');
  await user.type(label('Email'), 'ann@example');
  await user.type(label('Confirm email'), 'bob@example.com');
  await user.type(label('ZIP Code'), '5540');
  await user.type(label('Password'), 'stylebox');
  await user.tab();

  expect(label('First name')).toHaveAccessibleDescription('Min. 2 characters.');
  expect(label('Last name')).toHaveAccessibleDescription('Please enter a valid last name.');
  expect(label('Email')).toHaveAccessibleDescription('Please enter a valid email address.');
  expect(label('Confirm email')).toHaveAccessibleDescription('Email address does not match.');
  expect(label('ZIP Code')).toHaveAccessibleDescription('Please enter a valid zip code. Must be 5 or 9 digits.');
  expect(label('Password')).toHaveAccessibleDescription(
    /Password must contain at least one uppercase letter, one number, and one special character\.$/,
  );
});

test('the confirmation is checked again when the email changes', async () => {
  serve({});
  const { user } = openPage('/register');
  await user.type(await screen.findByLabelText(/^Email/), 'ann@example.co');
  await user.type(label('Confirm email'), 'ann@example.com');
  await user.tab();
  expect(label('Confirm email')).toHaveAccessibleDescription('Email address does not match.');
  await user.type(label('Email'), 'm');
  expect(label('Confirm email')).not.toHaveAccessibleDescription();
});

test('the button is disabled until the form is valid and the human check is passed', async () => {
  const { to } = serve({});
  const { user } = openPage('/register');
  await fillIn(user);
  expect(button()).toHaveAttribute('aria-disabled', 'true');
  await user.click(button());
  await waitFor(() => expect(screen.getByRole('group', { name: 'One thing to fix' })).toHaveFocus());

  await user.click(await isNotARobot());
  expect(button()).toHaveAttribute('aria-disabled', 'false');
  expect(to('POST /registrations')).toHaveLength(0);
});

test('a new customer is registered once and starts with the quiz', async () => {
  sessionStorage.setItem('stylebox.redirectTo', '/dashboard');
  let answer: (value: { status: number; body: unknown }) => void = () => undefined;
  const { to } = serve({
    'GET /account/validate_signup_code/FRIEND1': invitedBy('Dana'),
    'POST /registrations': () => new Promise((resolve) => (answer = resolve)),
    'GET /account': { body: ann },
  });
  const { user, path } = openPage('/register?referral=FRIEND1');
  await fillIn(user);
  await user.click(await isNotARobot());
  await user.dblClick(button());
  expect(screen.getByRole('button', { name: 'One moment...' })).toBeVisible();
  expect(to('POST /registrations').map(({ body }) => body)).toEqual([
    {
      customer: {
        first_name: 'Ann',
        last_name: 'Lee',
        email: 'ann@example.com',
        registration_postal_code: '55401-1234',
        password: 'Stylebox#2026',
        password_confirmation: 'Stylebox#2026',
        referred_by_code: 'FRIEND1',
        campaign_code: null,
        campaign_url: null,
        internal_note: 'stylebox-web',
        themebox_signup: false,
        recaptchaToken: 'passed',
      },
    },
  ]);

  answer({ status: 201, body: ann });
  await waitFor(() => expect(path()).toBe('/quiz/1'));
});

test.each([
  ['spring-2027', 'spring-2027'],
  ['www.example.com', null],
  ['x'.repeat(101), null],
])(
  'a campaign code (%s) is sent only if core accepts it, because the visitor cannot correct the link',
  async (code, sent) => {
    const { to } = serve({ 'POST /registrations': { status: 201, body: ann }, 'GET /account': { body: ann } });
    const { user } = openPage(`/register?utm_campaign=${code}`);
    await fillIn(user);
    await user.click(await isNotARobot());
    await user.click(button());
    await waitFor(() => expect(to('POST /registrations')).toHaveLength(1));
    expect(to('POST /registrations')[0]?.body).toMatchObject({ customer: { campaign_code: sent } });
  },
);

test('invisible characters in a name are neither checked nor sent', async () => {
  const { to } = serve({ 'POST /registrations': { status: 201, body: ann }, 'GET /account': { body: ann } });
  const { user } = openPage('/register?utm_campaign=spring%E2%80%AE');
  await user.type(await screen.findByLabelText(/^First name/), '\u{3164}\u{202e}');
  await user.tab();
  expect(label('First name')).toHaveAccessibleDescription('Required');
  await user.clear(label('First name'));
  await fillIn(user);
  await user.type(label('Last name'), '\u{202e}\u{200b}');
  await user.click(await isNotARobot());
  await user.click(button());
  await waitFor(() => expect(to('POST /registrations')).toHaveLength(1));
  expect(to('POST /registrations')[0]?.body).toMatchObject({
    customer: { first_name: 'Ann', last_name: 'Lee', campaign_code: 'spring' },
  });
});

test('a common password and a link in a name are reported at their fields', async () => {
  serve({});
  const { user } = openPage('/register');
  await user.type(await screen.findByLabelText(/^First name/), 'www.example.com');
  await user.type(label('Password'), 'Password1!');
  await user.tab();
  expect(label('First name')).toHaveAccessibleDescription('Please remove links and line breaks.');
  expect(label('Password')).toHaveAccessibleDescription(/Please choose a less common password\.$/);
});

test('an email that has an account is reported under the confirmation, with a link to sign in', async () => {
  serve({ 'POST /registrations': { status: 422, body: { errors: { email_invalid: 'Email taken.' } } } });
  const { user } = openPage('/register');
  await fillIn(user);
  await user.click(await isNotARobot());
  await user.click(button());

  await waitFor(() => expect(label('Confirm email')).toHaveAccessibleDescription(/^Email taken\. Sign in$/));
  // The summary has the focus and is read out, so screen readers skip the toast.
  const toasts = await screen.findByRole('region', { name: /^Notifications/ });
  expect(await within(toasts).findByText('Email taken.')).toHaveAttribute('aria-hidden', 'true');
  expect(label('Password')).toHaveValue('Stylebox#2026');
  // A token can be used once, so the check must be passed again.
  expect(await isNotARobot()).not.toBeChecked();
  const under = document.getElementById(`${label('Confirm email').id}-message`);
  await user.click(Array.from(under?.querySelectorAll('a') ?? [])[0] as HTMLElement);
  expect(await screen.findByRole('heading', { level: 1, name: 'Welcome back' })).toBeVisible();
});

describe('with a theme box', () => {
  const chosen = () => screen.findByRole('region', { name: 'Your theme box' });
  const answerSaved = 'PATCH /style_profiles/current';

  test('that the link names: it is shown, stored and registered, and the quiz comes next', async () => {
    const { to } = serve({ 'GET /current_themeboxes': offered, ...registered });
    const { user, path } = openPage('/register?themebox=date_night');
    expect(await screen.findByRole('heading', { level: 1, name: 'Create Account' })).toBeVisible();
    await waitFor(async () => expect(await chosen()).toHaveTextContent(/Thank you for choosing.*Date Night/));
    expect(await chosen()).toHaveTextContent('Something with a neckline, something with a heel');
    expect((await chosen()).querySelector('img')).toHaveAttribute('src', '/api/product_images/theme-date-night');

    await signUp(user);
    await waitFor(() => expect(path()).toBe('/quiz/1'));
    expect(to('POST /registrations')[0]?.body).toMatchObject({ customer: { themebox_signup: true } });
    expect(remembered('selectedThemebox')).toBe('date_night');
    await waitFor(() => expect(to(answerSaved)[0]?.body).toEqual({ responses: { themebox: 'date_night' } }));
  });

  test('that is not offered: the screen says so, and nothing is stored', async () => {
    const { to } = serve({ 'GET /current_themeboxes': offered, ...registered });
    const { user, path } = openPage('/register?themebox=no_such_box');
    expect(await screen.findByText(/^The theme box in your link is not available/)).toBeVisible();
    expect(screen.getByRole('link', { name: 'Choose a theme box' })).toHaveAttribute('href', '/members/theme/box');
    await signUp(user);
    await waitFor(() => expect(path()).toBe('/quiz/1'));
    expect(to('POST /registrations')[0]?.body).toMatchObject({ customer: { themebox_signup: false } });
    expect(to(answerSaved)).toHaveLength(0);
    expect(remembered('selectedThemebox')).toBeNull();
  });

  const themed = {
    'GET /current_themeboxes': offered,
    'GET /questionnaire': { body: questionnaireOf({}) },
    ...registered,
  };

  test.each([
    [{ status: 422, body: { errors: { form_invalid: 'No such theme.' } } }, 'No such theme.'],
    [{ status: 500, body: null }, 'An unexpected error occurred'],
  ])('that is not saved: the quiz says so, and leads back to the theme boxes', async (answer, why) => {
    serve({ ...themed, [answerSaved]: answer });
    const { user, path } = openPage('/register?themebox=date_night');
    await chosen();
    await signUp(user);
    const said = await screen.findByRole('alert');
    expect(said).toHaveTextContent(`Your theme box is not saved. ${why}`);
    expect(path()).toBe('/quiz/1');
    const entries = window.history.length;
    await user.click(within(said).getByRole('link', { name: 'Choose a theme box' }));
    await waitFor(() => expect(path()).toBe('/theme/box'));
    // Back does not lead to the banner again.
    expect(window.history.length).toBe(entries);
  });

  test('that is saved: the quiz says nothing of it', async () => {
    serve({ ...themed, [answerSaved]: { body: { responses: {}, stats: {} } } });
    const { user, path } = openPage('/register?themebox=date_night');
    await chosen();
    await signUp(user);
    await waitFor(() => expect(path()).toBe('/quiz/1'));
    expect(await screen.findByRole('button', { name: 'Next' })).toBeVisible();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  test('with an empty name: it counts as none', async () => {
    const { to } = serve(registered);
    const { user } = openPage('/register?themebox=');
    expect(await screen.findByRole('heading', { level: 1, name: "Let's Do Intros" })).toBeVisible();
    expect(screen.queryByRole('region', { name: 'Your theme box' })).not.toBeInTheDocument();
    await signUp(user);
    await waitFor(() => expect(to('POST /registrations')).toHaveLength(1));
    expect(to('POST /registrations')[0]?.body).toMatchObject({ customer: { themebox_signup: false } });
  });

  test('that the customer takes away: what was typed stays', async () => {
    serve({ 'GET /current_themeboxes': offered });
    const { user, path } = openPage('/register?themebox=date_night&referral=');
    await user.type(await screen.findByLabelText(/^First name/), 'Ann');
    await user.click(await screen.findByRole('button', { name: 'Continue without it' }));
    expect(await screen.findByRole('heading', { level: 1, name: "Let's Do Intros" })).toHaveFocus();
    expect(label('First name')).toHaveValue('Ann');
    expect(path()).toBe('/register?referral=');
    expect(remembered('selectedThemebox')).toBeNull();
  });

  test('that the customer replaces: what was typed stays', async () => {
    serve({ 'GET /current_themeboxes': offered, ...registered });
    const { user, path } = openPage('/register?themebox=date_night');
    await user.type(await screen.findByLabelText(/^First name/), 'Ann');
    await user.type(label('Password'), 'Stylebox#2026');
    await user.click(await screen.findByRole('link', { name: 'Choose another' }));
    await user.click(await screen.findByRole('radio', { name: /^Cold Snap/ }));
    await user.click(screen.getByRole('button', { name: 'Continue' }));
    await waitFor(() => expect(path()).toBe('/register-themebox'));
    expect(await screen.findByLabelText(/^First name/)).toHaveValue('Ann');
    expect(label('Password')).toHaveValue('');
    expect(await chosen()).toHaveTextContent('Cold Snap');
    expect(JSON.stringify({ ...sessionStorage })).not.toContain('Stylebox#2026');

    await user.clear(label('First name'));
    await signUp(user);
    await waitFor(() => expect(path()).toBe('/quiz/1'));
    expect(remembered('draft.registration')).toBeNull();
  });

  test('that is not chosen yet: its screen links to the choice, and registration is possible', async () => {
    const { to } = serve({ 'GET /current_themeboxes': offered, ...registered });
    const { user, path } = openPage('/register-themebox');
    expect(await screen.findByRole('heading', { level: 1, name: 'Create Account' })).toBeVisible();
    expect(screen.getByRole('link', { name: 'Choose a theme box' })).toHaveAttribute('href', '/members/theme/box');
    await signUp(user);
    await waitFor(() => expect(path()).toBe('/quiz/1'));
    expect(to('POST /registrations')[0]?.body).toMatchObject({ customer: { themebox_signup: false } });
  });

  test('that cannot be looked up: nothing is sent without it, and it can be tried again', async () => {
    let works = false;
    const { to } = serve({
      'GET /current_themeboxes': () => (works ? offered : { status: 500, body: { error: 'unexpected' } }),
      ...registered,
    });
    const { user, path } = openPage('/register?themebox=date_night');
    expect(await screen.findByText(/^We can’t look up your theme box/)).toBeVisible();
    await signUp(user);
    await waitFor(() => expect(to('GET /current_themeboxes')).toHaveLength(2));
    expect(to('POST /registrations')).toHaveLength(0);

    works = true;
    await user.click(await screen.findByRole('button', { name: 'Try again' }));
    await waitFor(async () => expect(await chosen()).toHaveTextContent('Date Night'));
    await user.click(button());
    await waitFor(() => expect(path()).toBe('/quiz/1'));
    expect(to('POST /registrations')[0]?.body).toMatchObject({ customer: { themebox_signup: true } });
  });
});

test('a visitor can register without a theme box that cannot be looked up', async () => {
  const { to } = serve({ 'GET /current_themeboxes': { status: 500, body: { error: 'unexpected' } }, ...registered });
  const { user, path } = openPage('/register?themebox=date_night');
  expect(await screen.findByText(/^We can’t look up your theme box/)).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Continue without it' }));
  expect(await screen.findByRole('heading', { level: 1, name: "Let's Do Intros" })).toHaveFocus();
  await signUp(user);
  await waitFor(() => expect(path()).toBe('/quiz/1'));
  expect(to('POST /registrations')[0]?.body).toMatchObject({ customer: { themebox_signup: false } });
});

describe('with a planned pick-up', () => {
  const plan = () => screen.findByRole('region', { name: 'Your pick-up' });
  const planned = (inStore: boolean) => {
    planPickup(inStore);
    serveQuiz({
      visiting: true,
      responses: { preferred_store: 'Minnesota - Edina Galleria', ship_by_date: '2026-11-24' },
    });
  };

  test.each([
    ['at home', false, '/members/schedule-pickup'],
    ['in a store', true, '/members/schedule-pickup-in-store'],
  ])('%s: the store, its address and the day are shown, and lead back to the plan', async (_where, inStore, href) => {
    planned(inStore);
    openPage('/register');
    await waitFor(async () => expect(await plan()).toHaveTextContent('Edina Galleria3510 Marlowe LaneEdina, MN 55435'));
    expect(await plan()).toHaveTextContent('Pick-up onTuesday, November 24');
    for (const what of ['the store', 'the day']) {
      expect(within(await plan()).getByRole('link', { name: `Change ${what}` })).toHaveAttribute('href', href);
    }
  });

  test('without one, no pick-up is shown', async () => {
    serve({});
    openPage('/register');
    expect(await screen.findByRole('heading', { level: 1, name: "Let's Do Intros" })).toBeVisible();
    expect(screen.queryByRole('region', { name: 'Your pick-up' })).toBeNull();
  });
});

describe('with an invitation', () => {
  const lookUp = 'GET /account/validate_signup_code/FRIEND1';
  const invitation = () => screen.findByRole('region', { name: 'Your invitation' });

  test('the screen says who invites, and what both get', async () => {
    serve({ [lookUp]: invitedBy('Dana') });
    openPage('/register?referral=FRIEND1');
    await waitFor(async () => expect(await invitation()).toHaveTextContent('Dana invited you'));
    expect(await invitation()).toHaveTextContent(
      'You get 20% off your first box, and Dana gets 20% off once you have checked out. Each can be used for 365 days.',
    );
  });

  test('it survives the way to another screen of the sign-up, and is used once', async () => {
    const { to } = serve({ [lookUp]: invitedBy('Dana'), 'GET /current_themeboxes': offered, ...registered });
    const { unmount } = openPage('/register?referral=FRIEND1');
    await waitFor(async () => expect(await invitation()).toHaveTextContent('Dana invited you'));
    unmount();
    const { user, path } = openPage('/register-themebox');
    await waitFor(async () => expect(await invitation()).toHaveTextContent('Dana invited you'));
    await signUp(user);
    await waitFor(() => expect(path()).toBe('/quiz/1'));
    expect(to('POST /registrations')[0]?.body).toMatchObject({ customer: { referred_by_code: 'FRIEND1' } });
    expect(remembered('referral')).toBeNull();
  });

  test.each([
    ['nobody’s', unknownCode],
    ['a coupon’s', invitedBy(null)],
  ])('a code that is %s shows a kind message, and does not block', async (_whose, answer) => {
    const { to } = serve({ [lookUp]: answer, ...registered });
    const { user, path } = openPage('/register?referral=FRIEND1');
    await waitFor(async () => expect(await invitation()).toHaveTextContent(/^We don’t recognize the invitation/));
    expect(screen.queryByText('This code is not recognized.')).not.toBeInTheDocument();
    await signUp(user);
    await waitFor(() => expect(path()).toBe('/quiz/1'));
    expect(to('POST /registrations')[0]?.body).toMatchObject({ customer: { referred_by_code: null } });
  });

  test('a code that cannot be looked up is still sent', async () => {
    const { to } = serve({ [lookUp]: { status: 500, body: { error: 'unexpected' } }, ...registered });
    const { user, path } = openPage('/register?referral=FRIEND1');
    await waitFor(async () => expect(await invitation()).toHaveTextContent(/^We can’t look up your invitation/));
    await signUp(user);
    await waitFor(() => expect(path()).toBe('/quiz/1'));
    expect(to('POST /registrations')[0]?.body).toMatchObject({ customer: { referred_by_code: 'FRIEND1' } });
  });
});

test.each([
  ['?blog', 'blog'],
  ['?blog=autumn-knits', 'autumn-knits'],
  // The name cannot be stored, but the interest in a blog is.
  ['?blog=https%3A%2F%2Fexample.com', 'blog'],
  ['', null],
])('interest in a blog (%s) is stored for the payment', async (query, kept) => {
  serve({});
  openPage(`/register${query}`);
  await screen.findByRole('heading', { level: 1 });
  expect(remembered('blog')).toBe(kept);
});

test('the campaign of an earlier screen is sent once, with the page on which it began', async () => {
  sessionStorage.setItem('stylebox.campaign', 'catalog-qr');
  sessionStorage.setItem('stylebox.campaignUrl', '/members/catalog-qr');
  const { to } = serve(registered);
  const { user, path } = openPage('/register');
  await signUp(user);
  await waitFor(() => expect(path()).toBe('/quiz/1'));
  expect(to('POST /registrations')[0]?.body).toMatchObject({
    customer: { campaign_code: 'catalog-qr', campaign_url: '/members/catalog-qr' },
  });
  expect(remembered('campaign')).toBeNull();
});

describe('the visitor’s answer about analytics', () => {
  const register = async (version: string) => {
    localStorage.setItem('stylebox.analytics', JSON.stringify({ version, agreed: true, clientId: '12.34' }));
    const status = { 'GET /status': { body: statusOf({ analytics: { consent_version: '2026-11' } }) } };
    const { to } = serve({ ...registered, ...status });
    const { user, path, client } = openPage('/register');
    await act(() => client.prefetchQuery(statusQuery));
    await signUp(user);
    await waitFor(() => expect(path()).toBe('/quiz/1'));
    return to('POST /registrations')[0]?.body;
  };

  test('goes to the account, and is not kept for anybody else', async () => {
    expect(await register('2026-11')).toMatchObject({
      customer: { analytics_consent: { version: '2026-11', agreed: true }, google_analytics_client_id: '12.34' },
    });
    expect(localStorage).toHaveLength(0);
  });

  test('is not sent if it was given to another version of the question', async () => {
    expect(await register('2025-01')).not.toHaveProperty('customer.analytics_consent');
  });
});

test('the quiz’s old address redirects here with its whole query', async () => {
  serve({ 'GET /account/validate_signup_code/FRIEND1': invitedBy('Dana') });
  const { path } = openPage('/quiz/style?referral=FRIEND1');
  await waitFor(() => expect(path()).toBe('/register?referral=FRIEND1'));
  expect(await screen.findByText(/Dana invited/)).toBeVisible();
});
