import { screen, within } from '@testing-library/react';
import { openPage } from '~test/openPage';
import { serve } from '~test/server';
import { asStoreTablet, tablet } from '~test/tablet';

jest.mock('~/app/tablet/StoreTablet', () => {
  throw new TypeError('Failed to fetch dynamically imported module');
});

asStoreTablet();

test('a tablet whose bar did not load says so above the screen, and offers a reload', async () => {
  serve({ ...tablet, 'GET /account': { status: 401, body: null } });
  openPage('/login');
  const alert = await screen.findByRole('alert');
  expect(alert).toHaveTextContent(/^This part of the page did not load\./);
  expect(within(alert).getByRole('button', { name: 'Reload' })).toBeVisible();
  expect(await screen.findByRole('heading', { level: 1, name: 'Welcome back' })).toBeVisible();
});
