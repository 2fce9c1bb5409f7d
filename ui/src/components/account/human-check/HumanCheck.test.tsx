import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { messagesText } from '~/core';
import { ann } from '~test/accounts';
import { enter } from '~test/enter';
import { openPage } from '~test/openPage';
import { slowCheck } from '~test/OwnCheck';
import { answerScripts, partyStatus } from '~test/partyScripts';
import { type Handlers, serve, statusOf } from '~test/server';

const refused = (status: number, code: string) => ({ status, body: { errors: { [code]: messagesText(code) } } });
const wrong = { status: 401, body: { errors: { credentials_invalid: 'x' } } };
const welcomed = { 'POST /sessions': { body: ann }, 'GET /account': { body: ann } };

async function openLogin(kind: 'turnstile' | 'recaptcha', handlers: Handlers = welcomed) {
  const { to } = serve({ 'GET /status': { body: partyStatus(kind) }, ...handlers });
  const page = openPage('/login');
  await enter(page.user, await screen.findByLabelText('Email'), 'ann@example.com');
  await enter(page.user, screen.getByLabelText('Password'), 'Stylebox#2026');
  const sent = () =>
    to('POST /sessions').map(({ body }) => (body as { customer: { recaptchaToken: string } }).customer.recaptchaToken);
  return { ...page, to, sent };
}

const send = (user: UserEvent) => user.click(screen.getByRole('button', { name: 'Sign In' }));
const press = async (user: UserEvent) =>
  user.click(await screen.findByRole('button', { name: 'Verify you are human' }));
const ownBox = () => screen.findByRole('checkbox', { name: /robot/ });
const required = () => messagesText('human_check_required');

afterEach(() => {
  slowCheck.hold = null;
});

test('by default no outside script is loaded', async () => {
  const scripts = answerScripts();
  serve({ ...welcomed, 'GET /status': { body: statusOf() } });
  openPage('/login');
  expect(await ownBox()).toBeVisible();
  expect(screen.queryByText(messagesText('human_check_notice'))).toBeNull();
  expect(scripts.asked).toEqual([]);
});

// These come first, because a page keeps a script once it is loaded.
test.each(['is blocked', 'is empty'] as const)('if a script %s, our own check replaces it', async (fate) => {
  for (const kind of ['turnstile', 'recaptcha'] as const) {
    const scripts = answerScripts(fate);
    const { user, path, sent, unmount } = await openLogin(kind);
    await user.click(await ownBox());
    expect(screen.getByText(messagesText('human_check_notice'))).toHaveAttribute('role', 'status');
    await send(user);
    await waitFor(() => expect(path()).toBe('/dashboard'));
    expect(sent()).toEqual(['passed']);
    expect(scripts.asked).toHaveLength(1);
    unmount();
  }
});

test('the token of Turnstile is sent, made for the form', async () => {
  const scripts = answerScripts();
  const { user, path, sent } = await openLogin('turnstile');
  await press(user);
  await send(user);
  await waitFor(() => expect(path()).toBe('/dashboard'));
  expect(sent()).toEqual(['a-site-key sign_in 1']);
  expect(scripts.asked).toEqual(['https://challenges.cloudflare.com/turnstile/v0/api.js?render=explicit']);
  await waitFor(() => expect(scripts.widgets.size).toBe(0));
});

test('a refused sign-in needs another token, from a new widget', async () => {
  const scripts = answerScripts();
  const { user, sent } = await openLogin('turnstile', { 'POST /sessions': wrong });
  await press(user);
  await send(user);
  await screen.findByText('Invalid username or password');
  await send(user);
  expect(await screen.findByRole('link', { name: `Human check: ${required()}` })).toBeVisible();
  expect(sent()).toHaveLength(1);
  await press(user);
  await send(user);
  await waitFor(() => expect(sent()).toEqual(['a-site-key sign_in 1', 'a-site-key sign_in 2']));
  expect(scripts.widgets.size).toBe(1);
});

test('a token that has expired is not sent', async () => {
  const scripts = answerScripts();
  const { user, sent, path } = await openLogin('turnstile');
  await press(user);
  const [widget] = scripts.widgets;
  act(() => widget?.on.expire());
  await send(user);
  await waitFor(() => expect(screen.getByRole('group', { name: 'One thing to fix' })).toHaveFocus());
  expect(screen.getByRole('link', { name: `Human check: ${required()}` })).toBeVisible();
  // Turnstile makes the next token by itself.
  act(() => widget?.on.pass('the next one'));
  await waitFor(() => expect(screen.queryByText(required())).toBeNull());
  await send(user);
  await waitFor(() => expect(path()).toBe('/dashboard'));
  expect(sent()).toEqual(['the next one']);
});

test('the summary leads to the check by its name, and the message belongs to it', async () => {
  answerScripts();
  const { user } = await openLogin('turnstile');
  await screen.findByRole('button', { name: 'Verify you are human' });
  await send(user);
  await user.click(await screen.findByRole('link', { name: `Human check: ${required()}` }));
  const check = screen.getByRole('group', { name: 'Human check' });
  expect(check).toHaveFocus();
  expect(check).toHaveAccessibleDescription(required());
});

test('if a widget with the focus is removed, the check gets the focus, and its message is read out', async () => {
  const scripts = answerScripts();
  await openLogin('turnstile');
  const check = screen.getByRole('group', { name: 'Human check' });
  const button = await within(check).findByRole('button', { name: 'Verify you are human' });
  const status = within(check).getByRole('status');
  expect(status).toBeEmptyDOMElement();
  button.focus();
  const [widget] = scripts.widgets;
  act(() => widget?.on.fail('300030'));
  expect(status).toHaveTextContent(messagesText('human_check_notice'));
  expect(check).toContainElement(document.activeElement as HTMLElement);
});

test.each([
  [288, 'compact'],
  [300, 'flexible'],
])('in a width of %i px Turnstile’s widget is %s', async (width, size) => {
  const place = jest.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(width);
  answerScripts();
  const render = jest.spyOn(window.turnstile as NonNullable<typeof window.turnstile>, 'render');
  await openLogin('turnstile');
  await screen.findByRole('button', { name: 'Verify you are human' });
  expect(render).toHaveBeenCalledWith(expect.anything(), expect.objectContaining({ size }));
  place.mockRestore();
});

test('if our own check is refused, the next one is the party’s again', async () => {
  answerScripts();
  let isDown = true;
  const { user, sent, client } = await openLogin('turnstile', {
    'GET /status': () => ({ body: isDown ? statusOf() : partyStatus('turnstile') }),
    'POST /sessions': () => refused(422, 'human_check_failed'),
  });
  await user.click(await ownBox());
  isDown = false;
  await act(() => client.invalidateQueries());
  await send(user);
  await waitFor(() => expect(sent()).toEqual(['passed']));
  expect(await screen.findByRole('button', { name: 'Verify you are human' })).toBeVisible();
});

test.each(['fail', 'refuseBrowser'] as const)(
  'after %s of Turnstile’s widget our own check replaces it',
  async (event) => {
    const scripts = answerScripts();
    const { user, path, sent } = await openLogin('turnstile');
    await screen.findByRole('button', { name: 'Verify you are human' });
    const [widget] = scripts.widgets;
    act(() => widget?.on[event]('300030'));
    await user.click(await ownBox());
    expect(scripts.widgets.size).toBe(0);
    await send(user);
    await waitFor(() => expect(path()).toBe('/dashboard'));
    expect(sent()).toEqual(['passed']);
  },
);

test('after the server refuses a check, our own replaces it, and the server is asked which check it uses', async () => {
  answerScripts();
  let isDown = false;
  const { user, path, to, sent } = await openLogin('turnstile', {
    ...welcomed,
    'GET /status': () => ({ body: isDown ? statusOf() : partyStatus('turnstile') }),
    'POST /sessions': () => (isDown ? { body: ann } : refused(422, 'human_check_failed')),
  });
  await press(user);
  await send(user);
  isDown = true;
  const box = await ownBox();
  expect(await screen.findByRole('group', { name: messagesText('human_check_failed') })).toBeVisible();
  expect(box).not.toBeChecked();
  await waitFor(() => expect(to('GET /status').length).toBeGreaterThan(1));
  await user.click(box);
  await send(user);
  await waitFor(() => expect(path()).toBe('/dashboard'));
  expect(sent()).toEqual(['a-site-key sign_in 1', 'passed']);
});

test('reCAPTCHA is named in a notice, and makes a token whenever the form is sent', async () => {
  const scripts = answerScripts();
  const { user, sent } = await openLogin('recaptcha', { 'POST /sessions': wrong });
  expect(await screen.findByText(messagesText('human_check_unseen'))).toBeVisible();
  expect(scripts.executed).toEqual([]);
  await send(user);
  await waitFor(() => expect(sent()).toEqual(['a-site-key sign_in 1']));
  await screen.findByRole('group', { name: 'Invalid username or password' });
  await send(user);
  await waitFor(() => expect(sent()).toEqual(['a-site-key sign_in 1', 'a-site-key sign_in 2']));
  expect(scripts.asked).toEqual(['https://www.google.com/recaptcha/api.js?render=a-site-key']);
});

/** The sign-in before the server has told the kind of check. `tell` tells it. */
async function openBeforeStatus() {
  let tell = () => {};
  const told = new Promise<void>((resolve) => {
    tell = resolve;
  });
  const page = await openLogin('recaptcha', {
    ...welcomed,
    'GET /status': async () => {
      await told;
      return { body: partyStatus('recaptcha') };
    },
  });
  return { ...page, tell: () => tell() };
}

test('a form that is sent before the kind of check is known waits for it', async () => {
  answerScripts();
  const { user, sent, path, tell } = await openBeforeStatus();
  await send(user);
  expect(screen.getByRole('button', { name: 'One moment...' })).toBeVisible();
  expect(sent()).toEqual([]);
  await act(async () => tell());
  await waitFor(() => expect(path()).toBe('/dashboard'));
  expect(sent()).toEqual(['a-site-key sign_in 1']);
});

test('a second press before the check shows does not cancel the first', async () => {
  answerScripts();
  const { user, sent, path, tell } = await openBeforeStatus();
  jest.useFakeTimers({ advanceTimers: true });
  await send(user);
  const form = screen.getByLabelText('Password').closest('form');
  if (form) fireEvent.submit(form);
  tell();
  // Long before the timeout.
  await act(() => jest.advanceTimersByTimeAsync(1_000));
  expect(sent()).toEqual(['a-site-key sign_in 1']);
  await waitFor(() => expect(path()).toBe('/dashboard'));
  jest.useRealTimers();
});

test('a form that is sent while the token is computed waits for it', async () => {
  answerScripts();
  const { user, sent, path } = await openLogin('turnstile', { ...welcomed, 'GET /status': { body: statusOf() } });
  let pass = () => {};
  slowCheck.hold = (end) => {
    pass = () => end('passed');
  };
  await user.click(await ownBox());
  await send(user);
  expect(screen.getByRole('button', { name: 'One moment...' })).toBeVisible();
  expect(sent()).toEqual([]);
  await act(async () => pass());
  await waitFor(() => expect(path()).toBe('/dashboard'));
  expect(sent()).toEqual(['passed']);
});

test('a form that is sent while the token is computed also waits if the box is checked again', async () => {
  answerScripts();
  const { user, sent, path } = await openLogin('turnstile', { ...welcomed, 'GET /status': { body: statusOf() } });
  const works: ((token: string) => void)[] = [];
  slowCheck.hold = (end) => works.push(end);
  const box = await ownBox();
  await user.click(box);
  await send(user);
  await user.click(box);
  await user.click(box);
  await act(async () => works[0]?.(''));
  expect(sent()).toEqual([]);
  expect(screen.queryByText(required())).toBeNull();
  await act(async () => works[1]?.('passed'));
  await waitFor(() => expect(path()).toBe('/dashboard'));
  expect(sent()).toEqual(['passed']);
});

test('a form stops waiting for its check after a timeout', async () => {
  answerScripts();
  const { user, sent } = await openLogin('recaptcha', { 'GET /status': () => new Promise(() => {}) });
  jest.useFakeTimers({ advanceTimers: true });
  await send(user);
  await act(() => jest.advanceTimersByTimeAsync(4_900));
  expect(screen.queryByText(required())).toBeNull();
  await act(() => jest.advanceTimersByTimeAsync(100));
  expect(await screen.findByRole('link', { name: `Human check: ${required()}` })).toBeVisible();
  expect(sent()).toEqual([]);
  jest.useRealTimers();
});

test('if reCAPTCHA fails when the form is sent, nothing is sent, and our own check replaces it', async () => {
  const scripts = answerScripts();
  const { user, sent, path } = await openLogin('recaptcha');
  await screen.findByText(messagesText('human_check_unseen'));
  scripts.fails = true;
  await send(user);
  const box = await ownBox();
  expect(await screen.findByRole('link', { name: `Human check: ${required()}` })).toBeVisible();
  await waitFor(() => expect(screen.getByRole('group', { name: 'One thing to fix' })).toHaveFocus());
  expect(sent()).toEqual([]);
  await user.click(box);
  await send(user);
  await waitFor(() => expect(path()).toBe('/dashboard'));
  expect(sent()).toEqual(['passed']);
});

test('a registration has a token that was made for registering', async () => {
  const scripts = answerScripts();
  serve({ 'GET /status': { body: partyStatus('turnstile') } });
  openPage('/register');
  await screen.findByRole('button', { name: 'Verify you are human' });
  expect([...scripts.widgets].map(({ action }) => action)).toEqual(['register']);
});
