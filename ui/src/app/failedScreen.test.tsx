import { act, screen, waitFor } from '@testing-library/react';
import { serve, statusOf } from '~test/server';
import { start } from './start';

const path = '/members/stylebox-store-signup-location';

/** How often the code of the screen cannot be loaded. */
let mockFailures = 0;

jest.mock('~/features/account/store-signup/screens/StoreLocation', () => {
  if (mockFailures > 0) {
    mockFailures -= 1;
    throw new TypeError('Failed to fetch dynamically imported module');
  }
  return jest.requireActual('~/features/account/store-signup/screens/StoreLocation');
});

test('a rendered screen whose code fails to load once is drawn by the second try', async () => {
  // React reports differences between the rendered screen and its own first render on the console.
  const complaints = jest.spyOn(console, 'error').mockImplementation(() => undefined);
  serve({ 'GET /status': { body: statusOf() }, 'GET /locations': { body: { locations: [] } } });
  const root = document.createElement('div');
  root.dataset['screen'] = path;
  // Fresh modules, which have not loaded the screen yet.
  await jest.isolateModulesAsync(async () => {
    const { render } = await import('./prerender');
    root.innerHTML = (await render('/stylebox-store-signup-location')).replace(
      /^(?:<title>[^<]*<\/title>|<link [^>]*>)+/,
      '',
    );
  });
  document.body.replaceChildren(root);
  const rendered = screen.getByRole('heading', { level: 1, name: 'Which store is this?' });
  window.history.replaceState(null, '', path);
  mockFailures = 1;
  await act(() => start(root));
  await waitFor(() => expect(root).not.toContainElement(rendered));
  expect(await screen.findByRole('heading', { level: 1, name: 'Which store is this?' })).toBeVisible();
  expect(mockFailures).toBe(0);
  expect(complaints.mock.calls).toEqual([]);
  complaints.mockRestore();
});
