import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { isSignOutUnsent } from '~/lib/memory';
import { box, dana } from '~test/boxes';
import { openPage } from '~test/openPage';
import { type Answer, holdSession, serve } from '~test/server';
import { followOtherTabs } from './otherTabs';

const forgetCookie = () => {
  document.cookie = 'XSRF-TOKEN=; max-age=0; path=/';
};

let stop: () => void = () => undefined;
afterEach(() => stop());

const root = document.createElement('div');
const comeBackFromMemory = () =>
  window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }) as PageTransitionEvent);

/** A page of Dana's, at `path`. */
async function open(path = '/dashboard', account: () => Answer | Promise<Answer> = () => ({ body: dana })) {
  holdSession();
  const server = serve({ 'GET /account': () => account(), 'GET /orders': { body: { orders: [box()] } } });
  const page = openPage(path);
  stop = followOtherTabs(root, page.client, page.router);
  await screen.findByRole('heading', { level: 1 });
  await waitFor(() => expect(page.client.isFetching()).toBe(0));
  return { ...server, ...page };
}

/** The event that the other tabs get when one signs out. */
const hearSignOut = () => {
  localStorage.setItem('stylebox.signOut', 'unsent');
  window.dispatchEvent(new StorageEvent('storage', { key: 'stylebox.signOut', newValue: 'unsent' }));
};

describe('a sign-out in another tab', () => {
  test.each(['/dashboard', '/account/management', '/refer/friend'])('closes %s', async (path) => {
    const { path: shown, client } = await open(path);
    sessionStorage.setItem('stylebox.owner', dana.id);
    act(hearSignOut);
    await waitFor(() => expect(shown()).toBe('/login'));
    await waitFor(() => expect(client.getQueryData(['account'])).toBeUndefined());
    expect(client.getQueryData(['orders'])).toBeUndefined();
    await waitFor(() => expect(sessionStorage.getItem('stylebox.owner')).toBeNull());
    // The tab that signed out tells the server.
    expect(isSignOutUnsent()).toBe(true);
  });

  test.each([
    ['is focused', () => fireEvent.focus(window)],
    ['comes to the front', () => fireEvent(document, new Event('visibilitychange'))],
    ['is shown again', () => fireEvent(window, new Event('pageshow'))],
  ])('is noticed by a tab that got no event once it %s', async (_, comeBack) => {
    const { path } = await open();
    forgetCookie();
    act(() => void comeBack());
    await waitFor(() => expect(path()).toBe('/login'));
  });

  test('does not move a visitor to another screen', async () => {
    serve({ 'GET /account': { status: 401 } });
    const page = openPage('/register');
    stop = followOtherTabs(root, page.client, page.router);
    await screen.findByRole('heading', { level: 1 });
    act(hearSignOut);
    act(() => void fireEvent.focus(window));
    expect(page.path()).toBe('/register');
  });
});

describe('a page from the back-forward cache', () => {
  test('shows nothing until it is known that the customer is still signed in', async () => {
    let answer: (value: Answer) => void = () => undefined;
    let waits = false;
    await open('/dashboard', () => (waits ? new Promise((resolve) => (answer = resolve)) : { body: dana }));
    waits = true;
    act(() => void comeBackFromMemory());
    expect(root.hidden).toBe(true);
    await act(async () => answer({ body: dana }));
    await waitFor(() => expect(root.hidden).toBe(false));
  });

  test('opens sign-in if the session is over', async () => {
    let status = 200;
    const { path } = await open('/account/management', () => ({ status, body: status === 200 ? dana : null }));
    status = 401;
    act(() => void comeBackFromMemory());
    expect(root.hidden).toBe(true);
    await waitFor(() => expect(path()).toBe('/login'));
    await waitFor(() => expect(root.hidden).toBe(false));
  });
});
