import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { screen } from '@testing-library/react';
import { brand, sessionIsPublicRoute } from '~/core';
import { matchRoutes } from '~/lib/router/router';
import { ann } from '~test/accounts';
import { holidays, questionnaireOf } from '~test/quiz';
import { openPage } from '~test/openPage';
import { holdSession, serve } from '~test/server';
import { offered } from '~test/themeBoxes';
import { routes } from './router';

const repository = join(process.cwd(), '..');

/** The code of all Rust modules below a folder, without comments and without the tests at their end. */
const codeBelow = (folder: string) =>
  readdirSync(join(repository, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.rs'))
    .map((name) => readFileSync(join(repository, folder, name), 'utf8'))
    .map((code) => (code.split('#[cfg(test)]')[0] ?? '').replace(/^\s*\/\/.*$/gm, ''))
    .join('\n');

/** Whether the path has a screen or redirects to one; any unknown path shows the dashboard. */
const hasScreen = (path: string) => matchRoutes(routes(), path).at(-1)?.route.path !== '*';

describe('every path that core can return, or that an email links to, has a screen', () => {
  const core = [...codeBelow('core/src').matchAll(/"(\/[a-z][^" ]*)"/g)].map(([, text]) => text ?? '');
  const mails = [...codeBelow('server/src').matchAll(/page_link\((?:&format!\()?"(\/[^"]*)"/g)].map(
    ([, text]) => text ?? '',
  );
  /** Paths of API calls in core. */
  const calls = ['/sessions', '/registrations', '/passwords', '/rules/'];
  const paths = [...new Set([...core, ...mails])]
    .filter((text) => !calls.includes(text))
    .map((text) => text.replaceAll(/\{\w*\}/g, '1').replace(/[?#].*/, ''));

  test('the test finds paths in the sources', () => {
    for (const path of ['/customize/order/order', '/quiz/14', '/checkout/success-drtg', '/register', '/quiz/1']) {
      expect(paths).toContain(path);
    }
    expect(mails).toContain('/manage/subscription');
  });

  test('each has a screen', () => {
    expect([...new Set(paths.filter((path) => !hasScreen(path)))]).toEqual([]);
  });
});

describe('a visitor opens each public route', () => {
  const session = readFileSync(join(repository, 'core/src/screens/session.rs'), 'utf8');
  const [, list = ''] = /const PUBLIC_ROUTES: &\[&str\] = &\[([^\]]*)\]/.exec(session) ?? [];
  const publicRoutes = [...list.matchAll(/"([^"]+)"/g)].map(
    ([, route]) => `/${(route ?? '').replace('{product}', brand().slug)}`,
  );

  test('the list has the public routes of core', () => {
    expect(publicRoutes).toHaveLength(18);
    for (const route of publicRoutes) expect([route, sessionIsPublicRoute(route)]).toEqual([route, true]);
  });

  test('each has a screen of its own', () => {
    expect(publicRoutes.filter((route) => !hasScreen(route))).toEqual([]);
  });

  const handlers = {
    'GET /current_themeboxes': offered,
    'GET /holidays': { body: holidays },
    'GET /locations': { body: { locations: [] } },
  };
  const frame = async () => {
    expect(await screen.findByRole('heading', { level: 1 })).toBeVisible();
    expect(screen.getByRole('contentinfo')).toHaveTextContent('Mon-Fri 9am-5pm CST');
    return screen.queryByRole('navigation', { name: 'Members' }) !== null;
  };

  test.each(publicRoutes.filter(hasScreen))('%s', async (route) => {
    serve({ ...handlers, 'GET /questionnaire': { body: { ...questionnaireOf({}), id: null } } });
    const { path } = openPage(route);
    expect(await frame()).toBe(false);
    const led: Record<string, string> = {
      '/quiz/style': '/register',
      // Without the link of an email.
      '/reset_password': '/forgot_password',
    };
    expect(path()).toBe(led[route] ?? route);
  });

  // The theme boxes have the members' header, the screens of the sign-up never have; sign-in leads to the dashboard.
  test.each(publicRoutes.filter(hasScreen))('%s, as a signed-in customer', async (route) => {
    holdSession();
    serve({
      ...handlers,
      'GET /account': { body: ann },
      'GET /orders': { body: { orders: [] } },
      'GET /questionnaire': { body: questionnaireOf({}) },
    });
    openPage(route);
    expect(await frame()).toBe(['/order-theme-box', '/theme/box', '/login'].includes(route));
  });
});

describe('a customer opens each screen of the sign-up that is not public', () => {
  test.each(['/quiz/4', '/q/stylist', '/quiz/confirmation', '/payment/shipping', '/payment/billing', '/payment/info'])(
    '%s',
    async (route) => {
      holdSession();
      serve({
        'GET /account': { body: ann },
        'GET /account/signup_code': { status: 404 },
        'GET /current_themeboxes': offered,
        'GET /holidays': { body: holidays },
        'GET /locations': { body: { locations: [] } },
        'GET /orders': { body: { orders: [] } },
        'GET /questionnaire': { body: questionnaireOf({}) },
      });
      openPage(route);
      expect(await screen.findByRole('heading', { level: 1 })).toBeVisible();
      expect(screen.getByRole('contentinfo')).toHaveTextContent('Mon-Fri 9am-5pm CST');
      expect(screen.queryByRole('navigation', { name: 'Members' })).not.toBeInTheDocument();
    },
  );
});
