import { onlineManager, QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook, screen, waitFor, within } from '@testing-library/react';
import { api, finishSignOut } from '~/api/client';
import { ApiError } from '~/api/errors';
import { knownAnswers } from '~/api/style/questionnaire';
import { mayBeSignedIn, useSignOut } from '~/api/account/sessions';
import { ann } from '~test/accounts';
import { openPage } from '~test/openPage';
import { questionnaireOf } from '~test/quiz';
import { type Answer, holdSession, serve, statusOf } from '~test/server';
import { makeQueryClient } from './queryClient';

const unreachable = 'We cannot be reached right now. Please check your connection and try again.';

afterEach(() => onlineManager.setOnline(true));

test('without a network sending fails immediately, what was typed stays, and nothing is sent later', async () => {
  const { to } = serve({ 'GET /status': { body: statusOf() } });
  const server = globalThis.fetch;
  const { user } = openPage('/login');
  await user.type(await screen.findByLabelText('Email'), 'ann@example.com');
  await user.type(screen.getByLabelText('Password'), 'Stylebox#2026');
  await user.click(await screen.findByRole('checkbox', { name: /not a robot/ }));

  globalThis.fetch = () => Promise.reject(new TypeError('Failed to fetch'));
  act(() => onlineManager.setOnline(false));
  await user.click(screen.getByRole('button', { name: 'Sign In' }));
  expect(await screen.findByText(unreachable)).toBeVisible();
  expect(screen.getByText(/nothing is sent until you do/)).toBeVisible();
  expect(screen.getByLabelText('Email')).toHaveValue('ann@example.com');

  globalThis.fetch = server;
  await act(async () => onlineManager.setOnline(true));
  expect(to('POST /sessions')).toHaveLength(0);
});

test('no call that changes data is sent by itself when the network is back', async () => {
  const client = makeQueryClient(() => undefined);
  const send = jest.fn(() => Promise.reject(new ApiError(0, 'POST', '/orders', '/payment/billing', null)));
  act(() => onlineManager.setOnline(false));
  const mutation = client.getMutationCache().build(client, { mutationFn: send });
  await expect(mutation.execute(undefined)).rejects.toThrow('POST /orders');
  expect(mutation.state.isPaused).toBe(false);
  await act(async () => onlineManager.setOnline(true));
  await client.resumePausedMutations();
  expect(send).toHaveBeenCalledTimes(1);
});

describe('signing out while the server cannot be reached', () => {
  const unreached = () => Promise.reject(new TypeError('Failed to fetch'));
  /** The server ends the session, and deletes its cookies. */
  const signedOut = () => {
    document.cookie = 'XSRF-TOKEN=; max-age=0; path=/';
    return { status: 204 };
  };
  const signOut = async () => {
    const { result } = renderHook(() => useSignOut(), {
      wrapper: ({ children }) => (
        <QueryClientProvider client={makeQueryClient(() => undefined)}>{children}</QueryClientProvider>
      ),
    });
    await act(() => result.current.mutateAsync().catch(() => undefined));
  };

  test('works immediately in the page, and the server is told when it can be reached', async () => {
    holdSession();
    const { to } = serve({ 'DELETE /sessions': signedOut });
    const server = globalThis.fetch;
    globalThis.fetch = unreached;
    await signOut();
    expect(mayBeSignedIn()).toBe(false);

    globalThis.fetch = server;
    await finishSignOut();
    expect(to('DELETE /sessions')).toHaveLength(1);
    await finishSignOut();
    expect(to('DELETE /sessions')).toHaveLength(1);
    holdSession();
    expect(mayBeSignedIn()).toBe(true);
  });

  test.each([503, 500, 429])('is sent again after a %s', async (status) => {
    holdSession();
    let answer: () => Answer = () => ({ status });
    const { to } = serve({ 'DELETE /sessions': () => answer() });
    await signOut();
    expect(mayBeSignedIn()).toBe(false);
    answer = signedOut;
    await finishSignOut();
    expect(to('DELETE /sessions')).toHaveLength(2);
    holdSession();
    expect(mayBeSignedIn()).toBe(true);
  });

  test('the next person who presses Back does not see the customer, because no call has the cookie', async () => {
    holdSession();
    globalThis.fetch = unreached;
    await signOut();
    const { to } = serve({
      'DELETE /sessions': { status: 503 },
      'GET /account': ({ credentials }) => (credentials === 'omit' ? { status: 401, body: null } : { body: ann }),
    });
    const { path } = openPage('/dashboard');
    await waitFor(() => expect(path()).toBe('/login'));
    expect(to('GET /account').map(({ credentials }) => credentials)).toEqual(['omit']);
    // The network is there: the server is told again.
    await waitFor(() => expect(to('DELETE /sessions').length).toBeGreaterThan(0));
  });

  test('is done before another customer’s session is opened', async () => {
    holdSession();
    globalThis.fetch = unreached;
    await signOut();
    const order: string[] = [];
    let answerDelete = () => undefined as void;
    const late = new Promise<void>((resolve) => {
      answerDelete = resolve;
    });
    serve({
      'DELETE /sessions': async () => {
        await late;
        order.push('signed out');
        return signedOut();
      },
      'POST /sessions': ({ credentials }) => {
        order.push(`signed in, ${credentials}`);
        return { body: ann };
      },
    });
    void finishSignOut();
    const signIn = api.post('/sessions', {
      body: { customer: { email: 'bea@example.com', password: 'Stylebox#2026' } },
    });
    await act(async () => new Promise((resolve) => setTimeout(resolve)));
    answerDelete();
    await signIn;
    expect(order).toEqual(['signed out', 'signed in, include']);
  });

  test('is not sent once another session has replaced the one that was to end', async () => {
    holdSession();
    globalThis.fetch = unreached;
    await signOut();
    const { to } = serve({ 'DELETE /sessions': { status: 503 }, 'POST /sessions': { body: ann } });
    await api.post('/sessions', { body: { customer: { email: 'bea@example.com', password: 'Stylebox#2026' } } });
    expect(mayBeSignedIn()).toBe(true);
    await finishSignOut();
    expect(to('DELETE /sessions')).toHaveLength(1);
  });
});

describe('without a network a screen', () => {
  const failing = () => Promise.reject(new TypeError('Failed to fetch'));
  const day = 24 * 60 * 60_000;
  const keepKnownAnswers = (age = 0) =>
    localStorage.setItem(
      'stylebox.session.known answers',
      JSON.stringify({
        account: ann.id,
        profile: 'profile-1',
        responses: { height_feet: '5' },
        keptAt: Date.now() - age,
      }),
    );

  test('shows no answers of a session that has expired after 14 days without use', () => {
    keepKnownAnswers(13.9 * day);
    expect(knownAnswers()).toMatchObject({ profile: 'profile-1' });
    keepKnownAnswers(14 * day);
    expect(knownAnswers()).toBeNull();
  });

  test('of the quiz opens with the last known answers and the unsent ones', async () => {
    holdSession();
    keepKnownAnswers();
    const waiting = { account: ann.id, unsent: { height_inches: { value: '6', known: [null] } } };
    localStorage.setItem('stylebox.account.answers.profile-1', JSON.stringify(waiting));
    serve({ 'GET /questionnaire': { body: { ...questionnaireOf({}), id: null, stats: null } } });
    const everybodys = globalThis.fetch;
    // The service worker answers calls that are the same for everybody; all others fail.
    globalThis.fetch = (input, init) => (init?.credentials === 'omit' ? everybodys(input, init) : failing());
    const offline = jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    openPage('/quiz/4');
    expect(await screen.findByRole('combobox', { name: 'Feet' })).toHaveValue('5');
    expect(screen.getByRole('combobox', { name: 'Inches' })).toHaveValue('6');
    expect(await screen.findByText(/Saved on this device/)).toBeVisible();
    offline.mockRestore();
  });

  test('of the quiz opens after the first call fails, while it is repeated', async () => {
    holdSession();
    keepKnownAnswers();
    serve({ 'GET /questionnaire': { body: { ...questionnaireOf({}), id: null, stats: null } } });
    const anybodys = globalThis.fetch;
    let isFirst = true;
    globalThis.fetch = (input, init) => {
      if (init?.credentials === 'omit') return anybodys(input, init);
      if (!String(input).endsWith('/account')) return failing();
      if (!isFirst) return new Promise(() => undefined);
      isFirst = false;
      return failing();
    };
    openPage('/quiz/4');
    expect(await screen.findByRole('combobox', { name: 'Feet' })).toHaveValue('5');
  });

  test('that needs the customer’s record says that the server cannot be reached', async () => {
    holdSession();
    keepKnownAnswers();
    serve({});
    globalThis.fetch = failing;
    const offline = jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    openPage('/dashboard');
    expect(await screen.findByRole('heading', { name: 'We can’t reach your account right now' })).toBeVisible();
    offline.mockRestore();
  });
});

test('a screen whose code cannot be loaded says so', async () => {
  jest.doMock('~/features/account/sign-in/screens/ForgotPassword', () => {
    throw new TypeError('Failed to fetch dynamically imported module');
  });
  serve({ 'GET /account': { body: ann } });
  openPage('/forgot_password');
  expect(await screen.findByRole('heading', { level: 1, name: 'This page did not load' })).toBeVisible();
  const main = within(screen.getByRole('main'));
  expect(main.getByText(unreachable)).toBeVisible();
  expect(main.getByRole('button', { name: 'Try again' })).toBeVisible();
});
