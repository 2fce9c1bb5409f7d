// The outputs below have the form that each runner prints.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countCargo, countJest, countJourneys, countNode, SECOND_TRY } from './counts.mjs';

test('The summary names the tests of cargo that failed', () => {
  const printed = 'running 2 tests\ntest orders::cancel ... ok\ntest orders::skip ... FAILED\n\ntest result: FAILED. 1 passed; 1 failed; 0 ignored\n';
  assert.deepEqual(countCargo(printed), { passed: 1, failed: 1, failures: ['orders::skip'] });
});

test('The summary names the test of Node that failed with its whole error, and not the suite around it', () => {
  const printed = [
    'TAP version 13',
    '# Subtest: A box',
    '    not ok 1 - is skipped',
    '      ---',
    "      failureType: 'testCodeFailure'",
    '      error: |-',
    '        No toast appeared.',
    '        See below.',
    "      code: 'ERR_ASSERTION'",
    '      ...',
    '    1..1',
    'not ok 1 - A box',
    '  ---',
    "  failureType: 'subtestsFailed'",
    "  error: '1 subtest failed'",
    '  ...',
    'ok 2 - A card',
    '# pass 1',
    '# fail 1',
  ].join('\n');
  assert.deepEqual(countNode(printed), { passed: 1, failed: 1, failures: ['is skipped: No toast appeared.\n    See below.'] });
});

test('A journey that passes on the second try is named as unsteady, and one that fails again as failed', () => {
  const failed = (name) => [`not ok 1 - ${name}`, '  ---', "  failureType: 'testCodeFailure'", "  error: 'No toast.'", '  ...'];
  const first = [...failed('A box'), ...failed('A card'), 'ok 3 - A photo', '# pass 1', '# fail 2'];
  const second = ['ok 1 - A box', ...failed('A card'), 'ok 3 - A skip', '# pass 2', '# fail 1'];
  assert.deepEqual(countJourneys([...first, SECOND_TRY, ...second].join('\n')), {
    passed: 2,
    failed: 1,
    failures: ['A card: No toast.'],
    unsteady: ['A box: No toast.'],
  });
  assert.deepEqual(countJourneys(['ok 1 - A box', '# pass 1', '# fail 0'].join('\n')), { passed: 1, failed: 0, failures: [], unsteady: [] });
});

test('The summary names the test of Jest that failed with the first line of its error', () => {
  const assertionResults = [
    { status: 'passed', fullName: 'A box is shown', failureMessages: [] },
    { status: 'failed', fullName: 'A box is skipped', failureMessages: ['Error: No button.\n    at skip'] },
  ];
  const printed = JSON.stringify({ numPassedTests: 1, numFailedTests: 1, numRuntimeErrorTestSuites: 0, testResults: [{ assertionResults }] });
  assert.deepEqual(countJest(printed), { passed: 1, failed: 1, failures: ['A box is skipped: Error: No button.'] });
});
