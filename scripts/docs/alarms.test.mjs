// Alarms, their pages and the code agree: names of alarms, metrics, commands, log lines, and the kinds of what waits for staff.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { alarmsIn, exportedMetrics, missingCommands, namedMetrics, opsCommands, pageOf, quotedLines } from './alarms.mjs';
import { documents, filesBelow, textOf } from './files.mjs';

const RULES = 'deploy/prometheus/alerts.yml';
const TRIALS = 'deploy/prometheus/alerts.test.yml';
const FOLDER = 'docs/operating/alarms/';

const alarms = alarmsIn(textOf(RULES));
const exported = exportedMetrics(['metrics.rs', 'metrics/database.rs', 'metrics/money.rs'].map((path) => textOf(`server/src/platform/${path}`)).join('\n'));
const commands = opsCommands((file) => textOf(`server/src/ops/${file}`));
const kinds = [...textOf('server/src/jobs/attention/kinds.rs').matchAll(/^ {4}Kind \{ name: "(\w+)"/gm)].map(([, name]) => name);
const pages = documents().filter((path) => path.startsWith(FOLDER) && !path.endsWith('README.md'));

test('each alarm has a page and each page an alarm, and the rule names the page', () => {
  assert.ok(alarms.length > 25, `only ${alarms.length} alarms were found`);
  assert.deepEqual(pages.toSorted(), alarms.map(({ name }) => pageOf(name)).toSorted());
  for (const { name, page, severity, summary, holds } of alarms) {
    assert.equal(page, pageOf(name));
    assert.ok(['page', 'ticket'].includes(severity) && /\."?$/.test(summary) && holds !== undefined, name);
    const text = textOf(page);
    const headings = [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading]) => heading);
    assert.deepEqual(headings, [name, 'What to look at', 'What to do'], page);
  }
});

test('the table of alarms has each with its severity, in the order of the rules', () => {
  const rows = [...textOf(`${FOLDER}README.md`).matchAll(/^\| \[(\w+)\]\(([\w-]+\.md)\) \| (\w+) \| \S/gm)];
  assert.deepEqual(
    rows.map(([, name, page, severity]) => ({ name, page: FOLDER + page, severity })),
    alarms.map(({ name, page, severity }) => ({ name, page, severity })),
  );
});

test('each alarm is tried: once it is silent, and once it fires', () => {
  const trials = textOf(TRIALS);
  const named = (tried) => [...new Set([...trials.matchAll(tried)].map(([, name]) => name))];
  const silent = named(/alertname: (\w+), exp_alerts: \[\]/g);
  const firing = named(/alertname: (\w+)\n +exp_alerts:\n +- exp_labels/g);
  const names = alarms.map(({ name }) => name);
  assert.deepEqual([silent, firing], [names, names]);
});

test('the table of metrics has each metric that the server exports, and the rules and documents name no others', () => {
  assert.ok(exported.size > 30, `only ${exported.size} metrics were found`);
  const table = textOf('docs/operating/monitoring.md').replace(/^(?!\|).*$/gm, '');
  assert.deepEqual(namedMetrics(table, exported).toSorted(), [...exported.keys()].toSorted());
  const naming = [RULES, TRIALS, ...documents()];
  const unknown = naming.flatMap((path) => namedMetrics(textOf(path), exported).filter((name) => !exported.has(name)).map((name) => `${path}: ${name}`));
  assert.deepEqual(unknown, []);
});

test('every `ops` command that a document about running the server names exists', () => {
  assert.ok(commands.includes('payment retry') && commands.includes('attention'), commands.join());
  const found = documents()
    .filter((path) => path.startsWith('docs/operating/'))
    .flatMap((path) => missingCommands(textOf(path), commands).map((command) => `${path}: ${command}`));
  assert.deepEqual(found, []);
});

test('every log line that a page quotes is in the code', () => {
  const code = filesBelow('server/src').filter((path) => path.endsWith('.rs')).map(textOf).join('\n');
  const lines = pages.flatMap((path) => quotedLines(textOf(path)).map((line) => ({ path, line })));
  assert.ok(lines.length > 8, `only ${lines.length} log lines were found`);
  assert.deepEqual(lines.filter(({ line }) => !code.includes(`"${line}"`)).map(({ path, line }) => `${path}: ${line}`), []);
});

test('the page about what waits for staff has each kind of `ops attention`, in its order', () => {
  const rows = [...textOf('docs/operating/attention.md').matchAll(/^\| `(\w+)` \| \S/gm)].map(([, name]) => name);
  assert.ok(kinds.length > 20, `only ${kinds.length} kinds were found`);
  assert.deepEqual(rows, kinds);
});

test('pages and rules name only kinds that exist', () => {
  const ofPages = pages.flatMap((path) => [...textOf(path).replace(/\s+/g, ' ').matchAll(/\bkinds? (`\w+`(?: and `\w+`)?)/g)].map(([, names]) => names.replaceAll('`', '').split(' and ')));
  const ofRules = [...textOf(RULES).matchAll(/stylebox_attention_waiting\{kind!?=~"([\w|]+)"\}/g)].map(([, names]) => names.split('|'));
  const named = [...ofPages, ...ofRules].flat();
  assert.ok(named.length > 15, `only ${named.length} were found`);
  assert.deepEqual(named.filter((kind) => !kinds.includes(kind)), []);
});

test('metrics are read from the code, with the endings that Prometheus sees', () => {
  const source = `
    calls: Family<Call, Counter>,
    durations: Family<Route, Histogram>,
    watched_at: Gauge,
            calls: metric(all, "http_requests", "Requests"),
            durations: seconds(
                all,
                "http_request_duration",
            watched_at: metric(all, "watched_at_seconds", "When"),`;
  const metrics = exportedMetrics(source);
  assert.deepEqual([...metrics.keys()], ['stylebox_http_requests_total', 'stylebox_http_request_duration_seconds', 'stylebox_watched_at_seconds']);
  const named = namedMetrics('stylebox_http_request_duration_seconds_bucket, stylebox_watched_at_seconds_count, stylebox_server', metrics);
  assert.deepEqual(named, ['stylebox_http_request_duration_seconds', 'stylebox_watched_at_seconds_count']);
});

test('a command that does not exist is reported', () => {
  const known = ['attention', 'payment retry', 'jobs list', 'jobs run'];
  assert.deepEqual(missingCommands('`ops attention --json`, `ops jobs run gateway_list`, `ops payment retry PAYMENT`, `ops jobs list`', known), []);
  assert.deepEqual(missingCommands('`ops pay`, `ops payment`, `ops payment retries PAYMENT`, `ops jobs runs`', known), ['ops pay', 'ops payment', 'ops payment retries', 'ops jobs runs']);
});
