import { act, render, screen, waitFor, within } from '@testing-library/react';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import userEvent from '@testing-library/user-event';
import { toast as sonner } from 'sonner';
import { Toaster } from '~/components/feedback/Toaster';
import type { TextMessages } from '~/api/schema.gen';
import { ann } from '~test/accounts';
import { type Answer, type Handlers, holdSession, serve } from '~test/server';
import { CodeStep } from './CodeStep';

beforeEach(holdSession);
afterEach(() => jest.useRealTimers());

const confirmed = { body: { data: ann } };
const wrong: Answer = { status: 422, body: { errors: { mfa_code_invalid: 'mfa error: code invalid' } } };
const tooOld: Answer = { status: 422, body: { errors: { mfa_code_expired: 'mfa error' } } };
const unexpected = { errors: { unexpected: 'An unexpected error occurred' } };
const tooMany = { errors: { too_many_requests: 'Too many tries. Please wait a moment and try again.' } };
const oops = 'Oops! The code entered is incorrect. Please check and try again.';

function open(
  handlers: Handlers = {},
  { phone = '6125550142' as string | null, texts = 'sent' as TextMessages, fakeTimers = false } = {},
) {
  if (fakeTimers) jest.useFakeTimers();
  const user = userEvent.setup(fakeTimers ? { advanceTimers: jest.advanceTimersByTime } : {});
  const server = serve({ 'POST /mfa_requests': { status: 204 }, 'POST /mfa_resubmissions': confirmed, ...handlers });
  const done = { confirmed: jest.fn(), refused: jest.fn(), cancelled: jest.fn() };
  const client = new QueryClient({ defaultOptions: { mutations: { networkMode: 'always' } } });
  render(
    <QueryClientProvider client={client}>
      <Toaster />
      <CodeStep
        change="Your new card is waiting."
        email="ann@example.com"
        phone={phone}
        textMessages={texts}
        onConfirmed={done.confirmed}
        onRefused={done.refused}
        onCancel={done.cancelled}
      />
    </QueryClientProvider>,
  );
  return { ...server, ...done, user, client };
}

const field = () => screen.getByLabelText('Code');
const button = (name: string) => screen.getByRole('button', { name });

test('the step gets the focus, names the change, and masks the addresses of codes', () => {
  open();
  expect(screen.getByRole('heading', { name: 'Confirm it’s you' })).toHaveFocus();
  expect(screen.getByText('Your new card is waiting.')).toBeVisible();
  expect(screen.getByRole('radio', { name: 'Email to a…@example.com' })).toBeChecked();
  expect(screen.getByRole('radio', { name: 'Text message to …0142' })).not.toBeChecked();
});

test('a customer without a phone on file has nothing to choose', () => {
  open({}, { phone: null });
  expect(screen.getByText('a…@example.com')).toBeVisible();
  expect(screen.queryByRole('radio')).toBeNull();
});

test('a shop that sends no text messages offers only email', async () => {
  const { user, to } = open({}, { texts: 'none' });
  expect(screen.getByText('a…@example.com')).toBeVisible();
  expect(screen.queryByRole('radio')).toBeNull();
  expect(document.body).not.toHaveTextContent(/text message/i);
  await user.click(button('Request Code'));
  await waitFor(() => expect(to('POST /mfa_requests')[0]?.body).toEqual({ mfa_type: 'email' }));
});

test.each([
  ['stopped', /^This number has answered STOP, so codes come by email\./],
  ['unreachable', /^Our last text message did not reach this number/],
] as const)('a customer whose phone is %s is offered no text message, and told why', (texts, why) => {
  open({}, { texts });
  expect(screen.queryByRole('radio')).toBeNull();
  expect(screen.getByText(why)).toBeVisible();
});

test('a text message that is refused leads to email', async () => {
  const issues = [{ field: 'mfa_type', code: 'no_text_messages', message: 'x' }];
  const refused: Answer = { status: 422, body: { errors: { form_invalid: 'x' }, issues } };
  const { user } = open({ 'POST /mfa_requests': refused });
  await user.click(screen.getByRole('radio', { name: /Text message/ }));
  await user.click(button('Request Code'));
  const why = 'We cannot send text messages to your phone. Please choose email.';
  expect(await screen.findByRole('alert')).toHaveTextContent(why);
  expect(await screen.findByText(why, { selector: '[data-sonner-toast] *' })).toBeVisible();
  expect(screen.getByRole('radio', { name: /Email/ })).toBeChecked();
});

test('a code is requested by text message, and the button submits from six characters on', async () => {
  const { user, to, confirmed: isConfirmed } = open();
  await user.click(screen.getByRole('radio', { name: /Text message/ }));
  await user.click(button('Request Code'));
  const toasts = await screen.findByRole('region', { name: /^Notifications/ });
  expect(await within(toasts).findByText('Code Sent!')).toBeVisible();
  expect(toasts).toHaveAttribute('aria-live', 'polite');
  expect(screen.getByText('It is on its way to …0142.')).toHaveRole('status');
  expect(to('POST /mfa_requests')[0]?.body).toEqual({ mfa_type: 'sms' });
  expect(field()).toHaveFocus();

  await user.type(field(), '12345');
  expect(button('Request Code')).toBeVisible();
  await user.type(field(), '6{Enter}');
  await waitFor(() => expect(isConfirmed).toHaveBeenCalledWith(ann));
  expect(to('POST /mfa_resubmissions')[0]?.body).toEqual({ customer: { mfa_type: 'sms', mfa_code: '123456' } });
});

test('a wrong code says so under the field, in the page’s own words, and can be corrected', async () => {
  const answers = [wrong, confirmed];
  const { user, confirmed: isConfirmed } = open({ 'POST /mfa_resubmissions': () => answers.shift() ?? {} });
  await user.click(button('Request Code'));
  await screen.findByText('Code Sent!');
  await user.type(field(), '111111');
  await user.click(button('Submit'));
  await waitFor(() => expect(field()).toHaveAccessibleDescription(oops));
  expect(field()).toHaveFocus();
  expect(field()).toHaveValue('111111');
  expect(document.body).not.toHaveTextContent(/mfa error/i);

  await user.clear(field());
  await user.type(field(), '222222{Enter}');
  await waitFor(() => expect(isConfirmed).toHaveBeenCalledTimes(1));
});

test('a wrong code is announced if the focus stays in the field, and not read twice if the focus moves there', async () => {
  const { user } = open({ 'POST /mfa_resubmissions': wrong });
  const announced = () => screen.getAllByRole('status').map(({ textContent }) => textContent);
  await user.type(field(), '111111{Enter}');
  await waitFor(() => expect(announced()).toContain(oops));
  await user.type(field(), '{Backspace}2');
  expect(announced()).not.toContain(oops);
  await user.click(button('Submit'));
  await waitFor(() => expect(field()).toHaveAccessibleDescription(oops));
  expect(announced()).not.toContain(oops);
});

test('after an expired code or too many tries the step asks for another code', async () => {
  const { user } = open({ 'POST /mfa_resubmissions': tooOld }, { fakeTimers: true });
  await user.click(button('Request Code'));
  await screen.findByText('Code Sent!');
  await user.type(field(), '111111{Enter}');
  const ended = 'This code no longer works. Please request another one.';
  await waitFor(() => expect(field()).toHaveAccessibleDescription(ended));
  expect(field()).toHaveValue('');
  expect(screen.queryByText(/^It is on its way/)).toBeNull();
  await waitFor(() => expect(screen.queryByText('Code Sent!')).toBeNull());
  expect(document.body).not.toHaveTextContent(/mfa error/i);
});

test('another code can be requested after thirty seconds', async () => {
  const { user, to } = open({}, { fakeTimers: true });
  await user.click(button('Request Code'));
  await screen.findByText('Code Sent!');
  expect(screen.getByText('Didn’t get it? You can request another code in 30 seconds.')).toBeVisible();
  expect(button('Request Code')).toHaveAttribute('aria-disabled', 'true');
  await user.click(button('Request Code'));
  expect(screen.getByText('Still needed: the code of 6 digits')).toBeVisible();

  act(() => void jest.advanceTimersByTime(29_000));
  expect(screen.getByText(/in 1 seconds/)).toBeVisible();
  expect(to('POST /mfa_requests')).toHaveLength(1);
  act(() => void jest.advanceTimersByTime(1_500));
  await user.type(field(), '111111');
  expect(button('Submit')).toBeVisible();
  await user.click(button('Request Code'));
  await waitFor(() => expect(to('POST /mfa_requests')).toHaveLength(2));
  await waitFor(() => expect(field()).toHaveValue(''));
});

const toast = (text: string) => screen.findByText(text, { selector: '[data-sonner-toast] *' });
/** Closes every toast; messages in place stay. */
const closeToasts = () => act(() => void sonner.dismiss());

test.each([
  ['for a reason that nobody knows', { status: 500, body: unexpected }, /^Something went wrong!$/],
  [
    'because codes were requested too often',
    { status: 429, body: tooMany },
    /^Something went wrong!Too many tries\. Please wait a moment and try again\.$/,
  ],
  [
    'because the database is away',
    { status: 503, body: { errors: { unavailable: 'Please come back later.' } } },
    /^Something went wrong!Please come back later\.$/,
  ],
] as [string, Answer, RegExp][])(
  'a request that failed %s says so where it was made until the next one',
  async (_why, failure, text) => {
    const answers: Answer[] = [failure, { status: 204 }];
    const { user } = open({ 'POST /mfa_requests': () => answers.shift() ?? {} });
    await user.click(button('Request Code'));
    expect(await toast('Something went wrong!')).toBeVisible();
    expect(screen.getByRole('alert')).toHaveTextContent(text);
    expect(screen.queryByText('Code Sent!')).toBeNull();
    expect(field()).toBeValid();
    closeToasts();
    await user.type(field(), '12');
    expect(screen.getByRole('alert')).toHaveTextContent(text);
    await user.click(button('Request Code'));
    expect(await screen.findByText('Code Sent!')).toBeVisible();
    expect(screen.queryByRole('alert')).toBeNull();
  },
);

test('a request for a code without an answer says that there is no connection', async () => {
  const { user } = open({ 'POST /mfa_requests': () => Promise.reject(new TypeError('Failed to fetch')) });
  await user.click(button('Request Code'));
  expect(await screen.findByRole('alert')).toHaveTextContent(/^Something went wrong!.*connection/);
});

test('if another code cannot be sent, the first one can still be entered', async () => {
  const answers: Answer[] = [{ status: 204 }, { status: 500, body: { errors: { unexpected: 'x' } } }];
  const { user, confirmed: isConfirmed } = open(
    { 'POST /mfa_requests': () => answers.shift() ?? {} },
    { fakeTimers: true },
  );
  await user.click(button('Request Code'));
  await screen.findByText('Code Sent!');
  act(() => void jest.advanceTimersByTime(30_500));
  await user.type(field(), '111111');
  await user.click(button('Request Code'));
  expect(await screen.findByRole('alert')).toHaveTextContent('Something went wrong!');
  expect(field()).toHaveValue('111111');
  await user.click(button('Submit'));
  await waitFor(() => expect(isConfirmed).toHaveBeenCalledTimes(1));
});

test('the form shows that a change was refused or no longer waits; the step shows any other failure', async () => {
  const answers: Answer[] = [
    { status: 503, body: { errors: { gateway_unavailable: 'The payment service is not responding.' } } },
    { status: 409, body: { errors: { mfa_not_required: 'No change is waiting for a code. Please save it again.' } } },
  ];
  const { user, refused } = open({ 'POST /mfa_resubmissions': () => answers.shift() ?? {} });
  await user.type(field(), '111111{Enter}');
  const why = 'The payment service is not responding.';
  expect(await screen.findByRole('alert')).toHaveTextContent(why);
  expect(await toast(why)).toBeVisible();
  // The code is not wrong.
  expect(field()).toBeValid();
  expect(field()).toHaveValue('111111');
  closeToasts();
  expect(screen.getByRole('alert')).toHaveTextContent(why);
  expect(refused).not.toHaveBeenCalled();
  await user.click(button('Submit'));
  await waitFor(() => expect(refused).toHaveBeenCalledTimes(1));
});

test.each([
  ['has no answer', () => Promise.reject(new TypeError('Failed to fetch')), /connection/],
  ['was tried too often', () => ({ status: 429, body: tooMany }), /^Too many tries\./],
  ['fails without a message', () => ({ status: 502 }), /^An unexpected error occurred\.$/],
  [
    'fails with the word that it is unexpected',
    () => ({ status: 500, body: unexpected }),
    /^An unexpected error occurred\.$/,
  ],
] as [string, () => Answer | Promise<Answer>, RegExp][])(
  'a code that %s says so where it was entered',
  async (_why, answer, text) => {
    const { user } = open({ 'POST /mfa_resubmissions': answer });
    await user.type(field(), '111111{Enter}');
    expect(await screen.findByRole('alert')).toHaveTextContent(text);
    closeToasts();
    expect(screen.getByRole('alert')).toHaveTextContent(text);
  },
);

test('the code is not stored in the browser', async () => {
  const { user, client, confirmed: isConfirmed } = open();
  await user.type(field(), '135791{Enter}');
  await waitFor(() => expect(isConfirmed).toHaveBeenCalled());
  const kept = client
    .getMutationCache()
    .getAll()
    .map(({ state }) => state);
  expect(JSON.stringify([kept, { ...sessionStorage, ...localStorage }])).not.toContain('135791');
});
