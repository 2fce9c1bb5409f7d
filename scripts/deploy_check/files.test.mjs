// The files of deploy/ name what the server knows, and state what other files state.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { filesBelow, textOf } from '../docs/files.mjs';
import { neededNode } from '../lib/machine.mjs';
import { instructionsOf } from './dockerfile.mjs';
import { commandLinesIn, knownFlags, knownVariables, metricsIn, variablesIn, wrongIn } from './names.mjs';

const files = filesBelow('deploy');

test('each variable of deploy/ is one that the server reads', () => {
  const known = knownVariables();
  const named = files.flatMap((path) => variablesIn(textOf(path)).map((name) => ({ path, name })));
  assert.ok(named.length > 40, `they are not found: ${named.length}`);
  assert.deepEqual(named.filter(({ name }) => !known.has(name)), []);
});

test('each command line of deploy/ has a command and flags that the server knows', () => {
  const lines = files.flatMap((path) => commandLinesIn(textOf(path)).map((words) => ({ path, words })));
  const ofKind = (end) => lines.filter(({ path }) => path.endsWith(end)).length;
  const counts = { Dockerfile: ofKind('Dockerfile'), units: ofKind('.service'), compose: ofKind('compose.yaml'), kubernetes: ofKind('kubernetes.yaml') };
  assert.deepEqual(Object.entries(counts).filter(([, count]) => count === 0), [], 'these have command lines');
  const wrong = lines.flatMap(({ path, words }) => wrongIn(words).map((sentence) => `${path}: ${sentence}`));
  assert.deepEqual(wrong, []);
});

/** What operators and developers read. */
const documents = [...filesBelow('docs'), 'README.md', 'CONTRIBUTING.md'].filter((path) => path.endsWith('.md'));

test('each command line and each variable of the documents is one that the server, its tests or a script knows', () => {
  const ofTests = ['server/tests', 'scripts', 'ui/journeys'].flatMap(filesBelow).filter((path) => /\.(rs|mjs)$/.test(path));
  const known = new Set([...knownVariables(), ...ofTests.flatMap((path) => variablesIn(textOf(path)))]);
  const lines = documents.flatMap((path) => commandLinesIn(textOf(path)).map((words) => ({ path, words })));
  const named = documents.flatMap((path) => variablesIn(textOf(path)).map((name) => ({ path, name })));
  assert.ok(lines.length > 40 && named.length > 30, `they are not found: ${lines.length}, ${named.length}`);
  const wrong = lines.flatMap(({ path, words }) => wrongIn(words).map((sentence) => `${path}: ${sentence}`));
  assert.deepEqual([...wrong, ...named.filter(({ name }) => !known.has(name))], []);
});

test('an unknown command, flag or variable is reported', () => {
  const source = '#[arg(long, env = "STYLEBOX_TAX_TABLE", value_name = "FILE")]\ntax_table: X,\n#[arg(long)]\ndry_run: bool,\n#[arg(long, value_parser = f(1))]\npub(crate) status: bool,\nconst KEY: &str = "STYLEBOX_KEY";';
  assert.deepEqual([...knownFlags(source)].toSorted(), ['--dry-run', '--help', '--status', '--tax-table']);
  assert.deepEqual([...knownVariables(source)].toSorted(), ['STYLEBOX_KEY', 'STYLEBOX_KEY_FILE', 'STYLEBOX_TAX_TABLE']);
  assert.deepEqual(wrongIn(['serv', '--dry-run', '--tax'], new Set(['serve']), knownFlags(source)), ['no command serv', 'no flag --tax']);
});

test('command lines are found in each form', () => {
  const text = 'ExecStart=/usr/bin/stylebox-server serve --no-migrate\nCMD ["/usr/bin/stylebox-server", "health"]\nCMD ["serve"]\n    command: [migrate, --status]\n  args: [serve]\n';
  assert.deepEqual(commandLinesIn(text), [['serve', '--no-migrate'], ['health'], ['serve'], ['migrate', '--status'], ['serve']]);
});

test('each metric of the dashboard is one that docs/operating/monitoring.md explains', () => {
  const known = new Set(metricsIn(textOf('docs/operating/monitoring.md')));
  const named = metricsIn(textOf('deploy/grafana/dashboards/stylebox.json'));
  assert.ok(named.length > 8, `they are not found: ${named.length}`);
  assert.deepEqual(named.filter((name) => !known.has(name)), []);
  assert.deepEqual(metricsIn('rate(stylebox_a_duration_seconds_bucket[5m]) + stylebox_b_total + stylebox_c'), ['stylebox_a_duration_seconds', 'stylebox_b', 'stylebox_c']);
});

test('no question to Prometheus groups by `job`, which is its own label: the one of the service is `exported_job`', () => {
  const asking = ['deploy/grafana/dashboards/stylebox.json', 'deploy/prometheus/alerts.yml'];
  const groups = asking.flatMap((path) => [...textOf(path).matchAll(/\bby \(([^)]*)\)/g)].map(([, labels]) => labels.split(/,\s*/)));
  assert.ok(groups.flat().includes('exported_job'), 'they are not found');
  assert.deepEqual(groups.filter((labels) => labels.includes('job')), []);
});

/** The settings of a unit that harden it, from the line that begins them. */
const hardening = (unit) => /\n# Nothing of this machine[^]*?(?=\n\n|$)/.exec(unit)?.[0].trim();

test('all units are hardened alike', () => {
  const units = files.filter((path) => path.endsWith('.service'));
  assert.equal(units.length, 4);
  const kinds = new Set(units.map((path) => hardening(textOf(path))));
  assert.ok(kinds.size === 1 && [...kinds][0]?.includes('ProtectSystem=strict'), `${kinds.size} kinds`);
});

/** The services of Compose, each with its lines. */
const servicesOf = (compose) => [.../^services:\n([^]*?)^\w/m.exec(compose)[1].matchAll(/^ {2}(\w+):\n((?: {3,}.*\n|\n| {2}#.*\n)+)/gm)].map(([, name, lines]) => ({ name, lines }));

test('the program can write into its volumes alone', () => {
  const compose = textOf('deploy/compose.yaml');
  const hardened = /^x-hardened: &hardened\n(?: .*\n)+/m.exec(compose)[0];
  for (const setting of ['read_only: true', 'cap_drop: [ALL]', 'no-new-privileges:true']) assert.ok(hardened.includes(setting), `x-hardened has no ${setting}`);
  assert.match(compose, /^x-server: &server\n {2}<<: \*hardened\n/m);
  const ours = servicesOf(compose).filter(({ lines }) => lines.includes('image: stylebox'));
  assert.deepEqual(ours.map(({ name }) => name), ['server', 'migrate', 'backup', 'restore']);
  assert.deepEqual(ours.filter(({ lines }) => !/^ {4}<<: \*(?:hardened|server)\n/m.test(lines)), [], 'these are not hardened');
  for (const { name, lines } of ours) assert.doesNotMatch(lines, /read_only|cap_add|cap_drop|security_opt|privileged|tmpfs/, `${name} hardens itself otherwise`);
  const containers = textOf('deploy/kubernetes.yaml').split(/\n *- name: [\w-]+\n *image: /).slice(1);
  assert.equal(containers.length, 3);
  const settings = /allowPrivilegeEscalation: false\n +readOnlyRootFilesystem: true\n +capabilities: \{ drop: \[ALL\] \}\n/;
  assert.deepEqual(containers.filter((container) => !settings.test(container)), [], 'these are not hardened');
});

test('Compose runs the service with its database, its proxy, its backups, the alarms and the dashboard', () => {
  const names = servicesOf(textOf('deploy/compose.yaml')).map(({ name }) => name);
  assert.deepEqual(names.toSorted(), ['backup', 'grafana', 'migrate', 'postgres', 'prometheus', 'proxy', 'restore', 'server']);
});

test('on Kubernetes a server that is ready is there during an upgrade', () => {
  const server = /kind: Deployment\n[^]*?(?=\n---)/.exec(textOf('deploy/kubernetes.yaml'))[0];
  assert.ok(Number(/^ {2}replicas: (\d+)$/m.exec(server)?.[1]) >= 2, 'fewer than two servers');
  assert.match(server, /type: RollingUpdate\n +rollingUpdate: \{ maxUnavailable: 0, maxSurge: 1 \}/);
  const probes = [...server.matchAll(/(\w+)Probe:\n +httpGet: \{ path: ([\w/]+), port: http \}/g)].map(([, name, path]) => [name, path]);
  assert.deepEqual(probes, [['startup', '/healthz'], ['liveness', '/healthz'], ['readiness', '/readyz']]);
  const routes = textOf('server/src/api/mod.rs');
  for (const [, path] of probes) assert.ok(routes.includes(`.route("${path}"`), `the server has no ${path}`);
});

/** What the image that runs `pg_dump` installs. */
const installedForBackups = (dockerfile) =>
  instructionsOf(dockerfile).filter(({ name, stage }) => name === 'RUN' && stage === 'backup').map(({ text }) => text).join('\n');

test('pg_dump has public authorities beside it, which it needs where the database has to prove its name', () => {
  const installed = installedForBackups(textOf('deploy/Dockerfile'));
  assert.match(installed, /\bpostgresql-client\b/);
  assert.match(installed, /\bca-certificates\b/);
});

/** Numbers of deploy/ that stand elsewhere: the file, a pattern that each match of has to state the number, and where the number is from. */
const policy = ['core/src/policy.rs', 'core/src/policy/limits.rs'].map(textOf).join('\n');
const limit = (name) => Number(new RegExp(`\\b${name}: \\w+ = ([\\d_]+);`).exec(policy)?.[1].replaceAll('_', ''));
const shutdown = () => Number(/STYLEBOX_SHUTDOWN_SECONDS=(\d+)/.exec(textOf('deploy/stylebox.env'))?.[1]);
const callTimeout = () => Number(/REQUEST_TIMEOUT_MS: u32 = ([\d_]+);|request_timeout_ms, REQUEST_TIMEOUT_MS: u32 = ([\d_]+);/.exec(policy)?.slice(1).find(Boolean).replaceAll('_', '')) / 1000;
const isRustNew = ([said]) => said.localeCompare(/rust-version = "(.+)"/.exec(textOf('Cargo.toml'))[1], 'en', { numeric: true }) >= 0;
/** The version of PostgreSQL in Compose. */
const postgres = () => /image: postgres:(\d+)-bookworm/.exec(textOf('deploy/compose.yaml'))[1];

const STATED = [
  ['deploy/Dockerfile', /ARG RUST_VERSION=([\d.]+)/g, isRustNew],
  ['deploy/Dockerfile', /ARG NODE_VERSION=(\d+)/g, ([said]) => said === neededNode().split('.')[0]],
  ['deploy/proxy/Caddyfile', /(?:response_header_timeout|read_body) (\d+)s/g, ([said]) => Number(said) === callTimeout()],
  ['deploy/proxy/Caddyfile', /read_header (\d+)s/g, ([said]) => Number(said) === limit('REQUEST_HEAD_SECONDS')],
  ['deploy/proxy/Caddyfile', /(?:keepalive|idle) (\d+)s/g, ([said]) => Number(said) < limit('KEPT_CONNECTION_SECONDS')],
  ['deploy/proxy/nginx.conf', /proxy_read_timeout (\d+)s/g, ([said]) => Number(said) === callTimeout()],
  ['deploy/proxy/nginx.conf', /client_header_timeout (\d+)s/g, ([said]) => Number(said) === limit('REQUEST_HEAD_SECONDS')],
  ['deploy/proxy/nginx.conf', /keepalive_timeout (\d+)s/g, ([said]) => Number(said) < limit('KEPT_CONNECTION_SECONDS')],
  ['deploy/kubernetes.yaml', /let a call take (\d+) seconds/g, ([said]) => Number(said) === callTimeout()],
  ['deploy/kubernetes.yaml', /readTimeout: (\d+)s/g, ([said]) => Number(said) === callTimeout()],
  // The image of backups has Debian's pg_dump, which must not be older than the database.
  ['deploy/Dockerfile', /bookworm has (\d+)/g, ([said]) => said === postgres()],
  ['deploy/kubernetes.yaml', /`pg_dump` (\d+)/g, ([said]) => said === postgres()],
  ['docs/operating/deploying.md', /`pg_dump` (\d+)/g, ([said]) => said === postgres()],
  ['deploy/kubernetes.yaml', /terminationGracePeriodSeconds: (\d+)/g, ([said]) => Number(said) > shutdown() + 10],
  ['deploy/systemd/stylebox.service', /TimeoutStopSec=(\d+)/g, ([said]) => Number(said) > shutdown() + 10],
  ['deploy/compose.yaml', /server:\n[^]*?stop_grace_period: (\d+)s/g, ([said]) => Number(said) > shutdown() + 10],
];

test('versions and times of deploy/ fit those of the code', () => {
  for (const [path, pattern, fits] of STATED) {
    const found = [...textOf(path).matchAll(pattern)].map(([, ...said]) => said);
    assert.ok(found.length > 0, `${path} has no ${pattern.source}`);
    for (const said of found) assert.ok(fits(said), `${path}: ${said.join(' ')} does not fit (${pattern.source})`);
  }
});

test('each file that one of deploy/ mounts or names beside it is there, or is made by the operator', () => {
  const made = ['tax_rates.json', 'secrets/stylebox_key', 'secrets/stripe_key', 'secrets/stripe_webhook', 'secrets/mail'];
  const named = [...textOf('deploy/compose.yaml').matchAll(/(?:^ *- \.\/|env_file: |file: |dockerfile: deploy\/)([\w./-]+)/gm)].map(([, path]) => path);
  assert.ok(named.length > 8, `they are not found: ${named.length}`);
  const isThere = (path) => files.some((file) => file === `deploy/${path}` || file.startsWith(`deploy/${path}/`));
  assert.deepEqual(named.filter((path) => !made.includes(path) && !isThere(path)), []);
});
