// The report that is made from schemathesis' events.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { callsOf, operationsOf, summary } from './report.mjs';

const scenario = (id, method, path, status, checks) =>
  JSON.stringify({
    ScenarioFinished: {
      recorder: {
        cases: { [id]: { value: { method, path } } },
        checks: { [id]: checks },
        interactions: { [id]: { request: { method, uri: `http://127.0.0.1${path}` }, response: status && { status_code: status } } },
      },
    },
  });
const passed = { name: 'not_a_server_error', status: 'success' };
const failed = { name: 'status_code_conformance', status: 'failure', failure_info: { failure: { message: 'Undocumented: 418' } } };
const events = [
  JSON.stringify({ EngineStarted: {} }),
  JSON.stringify({ ScenarioFinished: { recorder: { label: 'GET /skipped' } } }),
  scenario('a', 'GET', '/orders', 200, [passed]),
  scenario('b', 'POST', '/orders', 418, [passed, failed]),
  scenario('c', 'POST', '/orders', 422, [passed]),
].join('\n');
const description = { paths: { '/orders': { parameters: [], get: {}, post: {} } } };

test('the report counts the calls and names each failed check', () => {
  const { passed: good, failed: bad, lines } = summary(callsOf(events), operationsOf(description));
  assert.deepEqual([good, bad], [2, 2]);
  assert.equal(lines[0], '3 calls of 2 operations; 200: 1, 418: 1, 422: 1');
  assert.equal(lines[1], 'ALWAYS REFUSED POST /orders');
  assert.ok(lines.includes('FAILED POST /orders 418: status_code_conformance: Undocumented: 418'));
});

test('equal failures are reported once, with their number', () => {
  const { failed: bad, lines } = summary(callsOf(`${events}\n${events}`), operationsOf(description));
  assert.equal(bad, 3);
  assert.equal(lines.filter((line) => line.startsWith('FAILED')).length, 1);
  assert.match(lines.at(-1), /\(2 times\)$/);
});

test('an operation that was never called counts as failed', () => {
  const paths = { ...description.paths, '/account': { patch: {} } };
  const { failed: bad, lines } = summary(callsOf(events), operationsOf({ paths }));
  assert.equal(bad, 3);
  assert.ok(lines.includes('NOT TRIED PATCH /account'));
});
