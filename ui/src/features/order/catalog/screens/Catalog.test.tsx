import { screen, within } from '@testing-library/react';
import { openPage } from '~test/openPage';
import { serve } from '~test/server';

test('the catalog’s page says what the service is, and leads to registration with its campaign', async () => {
  serve({});
  const { user, path, unmount } = openPage('/catalog-qr');
  expect(await screen.findByRole('heading', { level: 1 })).toBeVisible();
  const steps = screen.getByRole('region', { name: 'Three steps' });
  expect(within(steps).getAllByRole('heading', { level: 3 })).toHaveLength(3);
  await user.click(screen.getByRole('link', { name: 'Start your style quiz' }));
  expect(await screen.findByRole('heading', { level: 1, name: "Let's Do Intros" })).toHaveFocus();
  expect(path()).toBe('/register');
  unmount();

  // The campaign survives a reload. The form's test checks that it is sent.
  openPage('/register');
  await screen.findByRole('heading', { level: 1, name: "Let's Do Intros" });
  expect(sessionStorage.getItem('stylebox.campaign')).toBe('catalog-qr');
  expect(sessionStorage.getItem('stylebox.campaignUrl')).toBe('/members/catalog-qr');
});
