import { screen } from '@testing-library/react';
import { openPage } from '~test/openPage';
import { serve } from '~test/server';

test('the landing page shows the prices and leads to registration', async () => {
  const { calls } = serve({});
  const { user, path } = openPage('/welcome');
  expect(await screen.findByText(/styling fee for your first box/)).toHaveTextContent('$20');
  expect(screen.getByText('$1')).toBeVisible();
  await user.click(screen.getByRole('link', { name: "Let's get started" }));
  expect(await screen.findByRole('heading', { level: 1, name: "Let's Do Intros" })).toHaveFocus();
  expect(path()).toBe('/register');
  // A public screen does not load an account without a session.
  expect(calls.filter((call) => call.path === '/account')).toEqual([]);
});

test('the campaign of a link is stored for the registration if core accepts it', async () => {
  serve({});
  openPage('/welcome?utm_campaign=spring-2027');
  await screen.findByRole('heading', { level: 1 });
  expect(sessionStorage.getItem('stylebox.campaign')).toBe('spring-2027');
  expect(sessionStorage.getItem('stylebox.campaignUrl')).toBe('/members/welcome');
});

test('a campaign that contains a link is not stored', async () => {
  serve({});
  openPage('/welcome?utm_campaign=www.example.com');
  await screen.findByRole('heading', { level: 1 });
  expect(sessionStorage.getItem('stylebox.campaign')).toBeNull();
});
