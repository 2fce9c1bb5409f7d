// How the routes of screens, the calls of the API, the `ops` commands and the jobs of a rule's callers are found.
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { root, ui } from '../lib/paths.mjs';
import { callsIn, commandsIn, importersOf, jobsIn, namedPaths, readRoutes, routesIn } from './routes.mjs';

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

const OPS = `
use crate::fulfilment::steps::{self, Step};
use crate::service::checkout::system;
use order_code::OrderCode;

pub enum OpsCommand {
    /// List the orders.
    List {
        all: bool,
    },
    Ship(Shipped),
    Labels(OrderCode),
    Lost(OrderCode),
    Checkout(OrderCode),
    GiftCard(GiftCardCommand),
    Overdue,
}

async fn carry_out(state: &AppState, command: OpsCommand) -> Result<String, String> {
    let (step, code) = match command {
        OpsCommand::List { all } => return list(state, all).await,
        OpsCommand::Ship(shipped) => return shipping::ship(state, shipped).await,
        OpsCommand::Labels(code) => return shipping::labels(state, code).await,
        OpsCommand::Lost(code) => (Step::Lose, code),
        OpsCommand::Checkout(code) => return check_out(state, &code).await,
        OpsCommand::GiftCard(command) => return vouchers::gift_card(state, command).await,
        OpsCommand::Overdue => return attention::overdue(state).await,
    };
}

async fn check_out(state: &AppState, code: &OrderCode) -> Result<String, String> {
    system::check_out(state).await
}

async fn list(state: &AppState, all: bool) -> Result<String, String> {
    orders::all(state).await
}
`;

test("a command has its variant's name, and belongs to the module that it hands on to or that its own function calls", () => {
  assert.deepEqual(commandsIn(OPS), ['ops list', 'ops ship', 'ops labels', 'ops lost', 'ops checkout', 'ops gift-card', 'ops overdue']);
  assert.deepEqual(commandsIn(OPS, 'ops/shipping'), ['ops ship', 'ops labels']);
  assert.deepEqual(commandsIn(OPS, 'ops/vouchers'), ['ops gift-card']);
  assert.deepEqual(commandsIn(OPS, 'service/checkout/system'), ['ops checkout']);
  assert.deepEqual(commandsIn(OPS, 'fulfilment/steps'), ['ops lost']);
  assert.deepEqual(commandsIn(OPS, 'ops/order_code'), ['ops labels', 'ops lost', 'ops checkout']);
  assert.deepEqual(commandsIn(OPS, 'ops/table'), []);
});

test('a job belongs to the module that its work calls', () => {
  const source = `
use crate::service::delivery::labels;
use crate::service::checkout::system::{self, Run};
    Job { name: "labels", every: |_| Some(MINUTE), at_start: true, work: |state| Box::pin(make_labels(state)) },
    Job {
        name: "system_checkout",
        work: |state| Box::pin(check_out(state)),
    },

async fn make_labels(state: &AppState) -> StaffResult<Batch<String>> {
    labels::work_due(state).await
}

async fn check_out(state: &AppState) -> StaffResult<Batch<String>> {
    Ok(system::run_due(state).await?.map(|Run { waiting }| format!("{waiting} wait")))
}
`;
  assert.deepEqual(jobsIn(source, 'service/delivery/labels'), ['job labels']);
  assert.deepEqual(jobsIn(source, 'service/checkout/system'), ['job system_checkout']);
  assert.deepEqual(jobsIn(source, 'service/card/expiry'), []);
});

test('importers are found in order of distance, each once, and not beyond a file that does not pass', () => {
  const importers = new Map([['a', ['b', 'c']], ['b', ['d']], ['c', ['d', 'a']], ['d', ['e']]]);
  const rings = [...importersOf('a', importers, (file) => file !== 'd')].map((ring) => ring.map(({ file, imported }) => `${file} of ${imported}`));
  assert.deepEqual(rings, [['a of a'], ['b of a', 'c of a'], ['d of b']]);
});

/** The server's files, as `just trace` names them. */
const knownServerFiles = () =>
  readdirSync(join(root, 'server', 'src'), { recursive: true })
    .map((name) => name.replaceAll('\\', '/'))
    .filter((name) => name.endsWith('.rs'));

test('the routes of this repository: every screen has one, and a service leads to its calls, commands and jobs', () => {
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
  assert.deepEqual(ofServer('ops/vouchers.rs'), ['ops gift-card', 'ops coupon']);
  assert.deepEqual(ofServer('service/card/expiry.rs'), ['job card_expiry']);
  const routes = knownServerFiles().flatMap(ofServer);
  const known = new Set(commandsIn(readFileSync(join(root, 'server', 'src', 'ops', 'mod.rs'), 'utf8')));
  assert.ok(known.size > 25);
  assert.deepEqual(routes.filter((route) => route.startsWith('ops ') && !known.has(route)), []);
});
