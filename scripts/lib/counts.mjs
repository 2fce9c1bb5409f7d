// Reads the output of the runners: how many tests passed and failed, and which failed.

const total = (text, pattern) => [...text.matchAll(pattern)].reduce((sum, match) => sum + Number(match[1]), 0);

/** The first line of a test's error, for a summary. */
const firstLine = (text) => text.trim().split('\n')[0].slice(0, 160);

/** Of `cargo test`. */
export const countCargo = (printed) => ({
  passed: total(printed, /^test result: .*? (\d+) passed;/gm),
  failed: total(printed, /; (\d+) failed;/g),
  failures: [...printed.matchAll(/^test (\S+) \.\.\. FAILED$/gm)].map(([, name]) => name),
});

/** Of Node's test runner with its TAP reporter. A suite that only holds a test that failed is not named. */
export const countNode = (printed) => ({
  passed: total(printed, /^# pass (\d+)$/gm),
  failed: total(printed, /^# fail (\d+)$/gm),
  failures: printed
    .split(/^ *not ok \d+ - /m)
    .slice(1)
    .filter((text) => !/^ *failureType: 'subtestsFailed'$/m.test(text.split(/^ *\.\.\.$/m)[0]))
    .map((text) => [firstLine(text), /^ *error: (?:\|-\n)?\s*(.*)$/m.exec(text)?.[1]].filter(Boolean).map(firstLine).join(': ')),
});

/** Of Jest with `--json`. */
export function countJest(printed) {
  const start = printed.indexOf('{"');
  if (start < 0) return { passed: 0, failed: 0, failures: [] };
  const { numPassedTests, numFailedTests, numRuntimeErrorTestSuites, testResults } = JSON.parse(printed.slice(start));
  const failures = testResults.flatMap(({ assertionResults }) =>
    assertionResults.filter(({ status }) => status === 'failed').map(({ fullName, failureMessages }) => `${fullName}: ${firstLine(failureMessages[0] ?? '')}`),
  );
  return { passed: numPassedTests, failed: numFailedTests + numRuntimeErrorTestSuites, failures };
}

/** Of the runner of fixtures and of the fuzzer: the last line, `N passed, N failed`. */
export const countFixtures = (printed) => ({
  passed: total(printed, /^(\d+) passed, \d+ failed$/gm),
  failed: total(printed, /^\d+ passed, (\d+) failed$/gm),
  failures: [],
});
