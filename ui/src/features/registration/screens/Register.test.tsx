import { screen, waitFor } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { ann } from '~test/accounts';
import { openPage } from '~test/openPage';
import { serve } from '~test/server';

const button = () => screen.getByRole('button', { name: 'Create my account' });
const label = (text: string) => screen.getByLabelText(new RegExp(`^${text}`));

async function fillIn(user: UserEvent): Promise<void> {
  await user.type(await screen.findByLabelText(/^First name/), 'Ann');
  await user.type(label('Last name'), 'Lee');
  await user.type(label('Email'), 'ann@example.com');
  await user.type(label('Confirm email'), 'ann@example.com');
  await user.type(label('ZIP Code'), '554011234');
  await user.type(label('Password'), 'Stylebox#2026');
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
    'Password must contain at least one uppercase letter, one number, and one special character.',
  );
});

test('the confirmation is checked again when the e-mail changes', async () => {
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
  expect(await screen.findByRole('group', { name: 'One thing to look at again' })).toHaveFocus();

  await user.click(await isNotARobot());
  expect(button()).toHaveAttribute('aria-disabled', 'false');
  expect(to('POST /registrations')).toHaveLength(0);
});

test('a new customer is registered once and starts with the quiz', async () => {
  sessionStorage.setItem('stylebox.redirectTo', '/dashboard');
  let answer: (value: { status: number; body: unknown }) => void = () => undefined;
  const { to } = serve({
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

test('a common password and a link in a name are reported at their fields', async () => {
  serve({});
  const { user } = openPage('/register');
  await user.type(await screen.findByLabelText(/^First name/), 'www.example.com');
  await user.type(label('Password'), 'Password1!');
  await user.tab();
  expect(label('First name')).toHaveAccessibleDescription('Please remove links and line breaks.');
  expect(label('Password')).toHaveAccessibleDescription('Please choose a less common password.');
});

test('an e-mail that has an account is reported under the confirmation, with a link to sign in', async () => {
  serve({ 'POST /registrations': { status: 422, body: { errors: { email_invalid: 'Email taken.' } } } });
  const { user } = openPage('/register');
  await fillIn(user);
  await user.click(await isNotARobot());
  await user.click(button());

  await waitFor(() => expect(label('Confirm email')).toHaveAccessibleDescription(/^Email taken\. Sign in$/));
  expect(label('Password')).toHaveValue('Stylebox#2026');
  // A token counts once, so the check has to be passed again.
  expect(await isNotARobot()).not.toBeChecked();
  const under = document.getElementById(`${label('Confirm email').id}-message`);
  await user.click(Array.from(under?.querySelectorAll('a') ?? [])[0] as HTMLElement);
  expect(await screen.findByRole('heading', { level: 1, name: 'Welcome back' })).toBeVisible();
});

test('the quiz’s old address redirects here', async () => {
  serve({});
  const { path } = openPage('/quiz/style');
  await waitFor(() => expect(path()).toBe('/register'));
});
