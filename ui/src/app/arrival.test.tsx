import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, render, screen, waitFor } from '@testing-library/react';
import { ann } from '~test/accounts';
import { openPage } from '~test/openPage';
import { answered, questionnaireOf } from '~test/quiz';
import { serve, statusOf } from '~test/server';
import { ErrorScreen } from './ErrorScreen';

/** How often the code of the screen cannot be loaded. */
let mockFailures = 0;

jest.mock('~/features/account/store-signup/screens/StoreLocation', () => {
  if (mockFailures > 0) {
    mockFailures -= 1;
    throw new TypeError('Failed to fetch dynamically imported module');
  }
  return jest.requireActual('~/features/account/store-signup/screens/StoreLocation');
});

test('the heading gets the focus when a screen opens, even if its data comes later', async () => {
  let arrive = () => undefined as void;
  const data = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  sessionStorage.setItem('stylebox.redirectTo', '/quiz/4');
  serve({
    'GET /status': { body: statusOf() },
    'GET /account': { body: ann },
    'POST /sessions': { body: ann },
    'GET /questionnaire': () => data.then(() => ({ body: questionnaireOf(answered) })),
  });
  const { user, path } = openPage('/login');
  await user.type(await screen.findByLabelText('Email'), 'ann@example.com');
  await user.type(screen.getByLabelText('Password'), 'Stylebox#2026');
  await user.click(await screen.findByRole('checkbox', { name: /not a robot/ }));
  await user.click(screen.getByRole('button', { name: 'Sign In' }));
  await waitFor(() => expect(path()).toBe('/quiz/4'));
  await waitFor(() => expect(screen.queryByRole('heading', { level: 1 })).toBeNull());

  arrive();
  const heading = await screen.findByRole('heading', { level: 1, name: 'How tall are you?' });
  await waitFor(() => expect(heading).toHaveFocus());
});

test('the skip link leads to the main content, and adds no entry to the history', async () => {
  serve({ 'GET /status': { body: statusOf() } });
  const { user } = openPage('/login');
  await screen.findByRole('heading', { level: 1 });
  const { length } = window.history;
  await user.click(screen.getByRole('link', { name: 'Skip to main content' }));
  const main = screen.getByRole('main');
  expect(main).toHaveFocus();
  expect([window.history.length, window.location.hash]).toEqual([length, '']);
  await user.tab();
  expect(main).toContainElement(document.activeElement as HTMLElement);
  // A click next to a field must not move the focus to the main content.
  expect(main).not.toHaveAttribute('tabindex');
});

test('the heading gets the focus on a screen that could not be loaded and on the next one, which starts at its top', async () => {
  // A page that can be reached would be reloaded.
  serve({ 'HEAD /members/stylebox-store-signup-location': { status: 502 } });
  const { router } = openPage('/login');
  await screen.findByRole('heading', { level: 1, name: 'Welcome back' });
  mockFailures = 1;
  await act(() => router.navigate('/stylebox-store-signup-location'));
  expect(screen.getByRole('heading', { level: 1, name: 'This page did not load' })).toHaveFocus();
  const scrolledTo = jest.spyOn(window, 'scrollTo').mockImplementation(() => undefined);
  Object.defineProperty(window, 'scrollY', { value: 300, configurable: true });
  await act(() => router.navigate('/register'));
  expect(await screen.findByRole('heading', { level: 1, name: "Let's Do Intros" })).toHaveFocus();
  expect(scrolledTo.mock.calls).toEqual([[0, 0]]);
  Object.defineProperty(window, 'scrollY', { value: 0, configurable: true });
  scrolledTo.mockRestore();
});

test('the heading gets the focus if a screen breaks while it is used', () => {
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
  render(
    <QueryClientProvider client={new QueryClient()}>
      <ErrorScreen error={new Error('broken')} />
    </QueryClientProvider>,
  );
  expect(screen.getByRole('heading', { level: 1 })).toHaveFocus();
  jest.restoreAllMocks();
});
