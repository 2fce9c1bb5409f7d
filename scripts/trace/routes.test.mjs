// How the routes of screens, the calls of the API and the `ops` commands of a rule's callers are found.
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { ui } from '../lib/paths.mjs';
import { callsIn, importersOf, namedPaths, readRoutes, routesIn } from './routes.mjs';

const PATHS = `
export const paths = {
  login: '/login',
  get storeSignup() {
    return \`/\${brand().slug}-store-signup\`;
  },
  pastOrder: (id: string) => \`/orderhistory/\${id}\`,
} as const;
`;

test('paths are read by their names', () => {
  assert.deepEqual([...namedPaths(PATHS, 'marlowe')], [
    ['login', '/login'],
    ['storeSignup', '/marlowe-store-signup'],
    ['pastOrder', '/orderhistory/${id}'],
  ]);
});

test('a route has the screen that it imports, or the one that several routes share; a redirect has none', () => {
  const named = namedPaths(PATHS, 'marlowe');
  const own = `export const screens = [
    { path: paths.login, title: 'Sign in', load: () => import('./screens/Login') },
    { path: paths.pastOrder(':id'), load: () => import('./screens/PastOrder') },
  ];
  export const redirects = [{ path: '/old', to: paths.login }];`;
  assert.deepEqual(routesIn(own, named), [
    { path: '/login', screen: './screens/Login' },
    { path: '/orderhistory/:id', screen: './screens/PastOrder' },
  ]);
  const shared = `const order = () => import('./screens/Order');
  export const screens = [screen(paths.login, 'Order'), screen('/other', 'Order', () => import('./screens/Other'))];`;
  assert.deepEqual(routesIn(shared, named), [
    { path: '/login', screen: './screens/Order' },
    { path: '/other', screen: './screens/Other' },
  ]);
});

test("a file's calls are those whose handler names the module, or all if none does", () => {
  const source = `
#[utoipa::path(
    get, path = "/orders/{id}", tag = "orders",
)]
async fn one() { detail::read() }
#[utoipa::path(post, path = "/orders", tag = "orders")]
async fn place() { order::place::place() }
`;
  assert.deepEqual(callsIn(source, 'service/order/detail'), ['GET /orders/{id}']);
  assert.deepEqual(callsIn(source, 'service/order/place'), ['POST /orders']);
  assert.deepEqual(callsIn(source, 'service/order/late'), ['GET /orders/{id}', 'POST /orders']);
});

test('importers are found in order of distance, each once, and not beyond a file that does not pass', () => {
  const importers = new Map([['a', ['b', 'c']], ['b', ['d']], ['c', ['d', 'a']], ['d', ['e']]]);
  const rings = [...importersOf('a', importers, (file) => file !== 'd')].map((ring) => ring.map(({ file, imported }) => `${file} of ${imported}`));
  assert.deepEqual(rings, [['a of a'], ['b of a', 'c of a'], ['d of b']]);
});

test('the routes of this repository: every screen has one, and a service leads to its call', () => {
  const { ofScreen, ofServer, screens } = readRoutes();
  const features = readdirSync(join(ui, 'src', 'features'), { recursive: true }).filter((name) => name.endsWith('routes.tsx'));
  const imported = features.flatMap((name) => readFileSync(join(ui, 'src', 'features', name), 'utf8').match(/\bimport\('[^']+'\)/g));
  assert.ok(imported.length > 20);
  assert.equal(screens.size, new Set(imported).size);
  assert.deepEqual([...screens.values()].flat().filter((path) => !path.startsWith('/') || path.includes('$')), []);

  const login = [...screens].find(([, paths]) => paths.includes('/login'))[0];
  assert.deepEqual(ofScreen(`${login}.tsx`), ['/login']);
  assert.deepEqual(ofServer('service/checkout/purchase.rs'), ['POST /invoices/{id}/checkout']);
  assert.ok(ofServer('api/account/record.rs').includes('PATCH /account'), 'a handler that calls the rule itself has all its calls');
  assert.ok(ofServer('fulfilment/style.rs').includes('ops style'));
});
