// Counts passed and failed tests in the output of the runners.

const total = (text, pattern) => [...text.matchAll(pattern)].reduce((sum, match) => sum + Number(match[1]), 0);

/** Of `cargo test`. */
export const countCargo = (printed) => ({ passed: total(printed, /^test result: .*? (\d+) passed;/gm), failed: total(printed, /; (\d+) failed;/g) });

/** Of Node's test runner with its TAP reporter. */
export const countNode = (printed) => ({ passed: total(printed, /^# pass (\d+)$/gm), failed: total(printed, /^# fail (\d+)$/gm) });

/** Of Jest with `--json`. */
export function countJest(printed) {
  const start = printed.indexOf('{"');
  if (start < 0) return { passed: 0, failed: 0 };
  const { numPassedTests, numFailedTests, numRuntimeErrorTestSuites } = JSON.parse(printed.slice(start));
  return { passed: numPassedTests, failed: numFailedTests + numRuntimeErrorTestSuites };
}

/** Of the runner of fixtures and of the fuzzer: the last line, `N passed, N failed`. */
export const countFixtures = (printed) => ({ passed: total(printed, /^(\d+) passed, \d+ failed$/gm), failed: total(printed, /^\d+ passed, (\d+) failed$/gm) });
