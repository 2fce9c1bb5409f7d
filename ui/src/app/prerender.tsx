import { StrictMode } from 'react';
import { renderToString } from 'react-dom/server';
import { rulesVersion } from '~/core';
import { createMemoryRouter } from '~/lib/router/memoryRouter';
import { basePath, paths } from '~/paths';
import { App } from './App';
import { makeQueryClient } from './queryClient';
import { loadScreen, routes, screens } from './router';

export { rulesVersion, screens };

/**
 * The descriptions that search engines show of the screens that are rendered when the page is built. They are in no script,
 * because no visitor needs them.
 */
export const descriptions: Readonly<Record<string, string>> = {
  [paths.welcome]:
    'Personal styling that comes to your door: answer a short quiz, get a box of outfits, keep what you love, and send the rest back for free.',
  [paths.catalog]:
    'Outfits like those in our catalog, chosen for you and sent to your door. Keep what you love, and send the rest back for free.',
  [paths.login]: 'Sign in to see your next box, review what you keep, and change your style profile or your account.',
  [paths.forgotPassword]: 'Forgot your password? Enter your email, and we send you a link to set a new one.',
  [paths.resetPassword]: 'Set a new password for your account with the link that we sent you.',
  [paths.register]:
    'Create your account and answer a short style quiz: we choose outfits for you, and you pay for what you keep.',
  [paths.registerThemeBox]:
    'Create your account to order the theme box that you chose: try it on at home, and pay for what you keep.',
  [paths.storeSignup]: 'Sign up for personal styling in the store, and pick up your first box there.',
  [paths.storeLocation]: 'Choose the store in which this tablet stands, so that customers can sign up there.',
};

/** Renders a public screen to HTML, as a visitor first sees it. The page's build runs this in Node. */
export async function render(path: string): Promise<string> {
  const at = basePath + path;
  await loadScreen(at);
  const router = createMemoryRouter(routes(), basePath, at);
  const client = makeQueryClient(() => undefined);
  return renderToString(
    <StrictMode>
      <App client={client} router={router} />
    </StrictMode>,
  );
}
