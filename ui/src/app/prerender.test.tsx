import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { serve, statusOf } from '~test/server';
import { basePath } from '~/paths';
import { render, screens } from './prerender';
import { start } from './start';

const rendered = screens.filter(({ prerendered }) => prerendered);

let complaints: jest.SpyInstance;

beforeEach(() => {
  // React reports differences between the rendered screen and its own first render on the console.
  complaints = jest.spyOn(console, 'error').mockImplementation(() => undefined);
  serve({ 'GET /status': { body: statusOf() } });
});

afterEach(() => complaints.mockRestore());

/** Shows the document of a screen as the server sends it, before any script. */
async function arrive(path: string, query = ''): Promise<HTMLElement> {
  const html = await render(path);
  window.history.replaceState(null, '', basePath + path + query);
  const root = document.createElement('div');
  root.dataset['screen'] = basePath + path;
  // The build moves these elements into the head.
  root.innerHTML = html.replace(/^(?:<title>[^<]*<\/title>|<link [^>]*>)+/, (head) => {
    document.head.innerHTML = head;
    return '';
  });
  document.body.replaceChildren(root);
  return root;
}

/** Runs the page's script until it has hydrated the screen. */
async function takeOver(root: HTMLElement): Promise<void> {
  const ready = new Promise((resolve) => window.addEventListener('stylebox:ready', resolve, { once: true }));
  await act(() => start(root));
  await ready;
}

test.each(rendered.map(({ path }) => path))('%s is hydrated without a difference', async (path) => {
  // Without the link, the screen for a new password would lead to another screen.
  const root = await arrive(path, path === '/reset_password' ? '#reset_password_token=token' : '');
  const heading = screen.getByRole('heading', { level: 1 });
  expect(document.title).not.toBe('');
  await takeOver(root);
  expect(complaints.mock.calls).toEqual([]);
  expect(screen.getByRole('heading', { level: 1 })).toBe(heading);
});

test('a screen is readable without scripts: it has its title, its skip link, every label and every link', async () => {
  const root = await arrive('/login');
  expect(document.title).toBe('Sign in · Stylebox by Marlowe');
  expect(screen.getByRole('link', { name: 'Skip to main content' })).toHaveAttribute('href', '#main');
  expect(root.querySelector('main')).toHaveAttribute('id', 'main');
  expect(screen.getByLabelText('Email')).toHaveAttribute('autocomplete', 'username');
  expect(screen.getByLabelText('Password')).toHaveAttribute('type', 'password');
  expect(screen.getByRole('link', { name: 'Create an account' })).toHaveAttribute('href', '/members/register');
  expect(root.innerHTML).not.toContain(' style=');
});

test('text that was typed before the script loaded stays, and the form has it', async () => {
  const root = await arrive('/register');
  const user = userEvent.setup();
  const email = screen.getByLabelText(/^Email/);
  await user.type(email, 'ada@example.com');
  await user.type(screen.getByLabelText(/^ZIP Code/), '554011234');
  await user.type(screen.getByLabelText(/^First name/), 'A');
  await takeOver(root);
  expect(email).toHaveValue('ada@example.com');
  await waitFor(() => expect(screen.getByLabelText(/^ZIP Code/)).toHaveValue('55401-1234'));
  // The form has the typed values: the email is not missing, and the name is too short.
  await user.click(screen.getByRole('button', { name: 'Create my account' }));
  expect(await screen.findByRole('link', { name: 'First name: Min. 2 characters.' })).toBeVisible();
  expect(screen.queryByRole('link', { name: /^Email: / })).toBeNull();
  expect(screen.queryByRole('link', { name: /^ZIP Code: / })).toBeNull();
});

describe('a rendered screen is drawn again', () => {
  /** Marks what was rendered, so that it can be told from what React draws. */
  const marked = (root: HTMLElement) => {
    const heading = screen.getByRole('heading', { level: 1 });
    return () => root.contains(heading);
  };

  test('if the browser may have a session, because it is a visitor’s screen', async () => {
    document.cookie = 'XSRF-TOKEN=token; path=/';
    serve({ 'GET /status': { body: statusOf() }, 'GET /account': { status: 401, body: null } });
    const root = await arrive('/login');
    const isKept = marked(root);
    await takeOver(root);
    await waitFor(() => expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Welcome back'));
    expect(isKept()).toBe(false);
    expect(complaints.mock.calls).toEqual([]);
  });

  test('if Back leads elsewhere while the code loads, as it may after a reload', async () => {
    const root = await arrive('/stylebox-store-signup-location');
    const isKept = marked(root);
    const taken = takeOver(root);
    window.history.replaceState(null, '', '/members/stylebox-store-signup');
    await taken;
    await waitFor(() =>
      expect(screen.getByRole('heading', { level: 1 })).not.toHaveTextContent('Which store is this?'),
    );
    expect(isKept()).toBe(false);
    expect(complaints.mock.calls).toEqual([]);
  });

  test('if it belongs to another path', async () => {
    const root = await arrive('/login');
    const isKept = marked(root);
    window.history.replaceState(null, '', '/members/forgot_password');
    await takeOver(root);
    await waitFor(() => expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('No problem'));
    expect(isKept()).toBe(false);
    expect(complaints.mock.calls).toEqual([]);
  });
});

test('the screen does not wait for the answer to an earlier sign-out', async () => {
  document.cookie = 'XSRF-TOKEN=token; path=/';
  localStorage.setItem('stylebox.signOut', 'unsent');
  serve({ 'GET /status': { body: statusOf() }, 'DELETE /sessions': () => new Promise(() => undefined) });
  const root = await arrive('/login');
  const heading = screen.getByRole('heading', { level: 1 });
  await takeOver(root);
  // For the page nobody is signed in, so it hydrates the visitor's screen.
  expect(screen.getByRole('heading', { level: 1 })).toBe(heading);
});

test('without a session’s cookie the data of an earlier session are removed', async () => {
  localStorage.setItem('stylebox.session.known answers', '{}');
  await takeOver(await arrive('/login'));
  expect(localStorage.getItem('stylebox.session.known answers')).toBeNull();
});
