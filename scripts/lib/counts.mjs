// Reads the output of test runners: how many tests passed and failed, and which failed.

const total = (text, pattern) => [...text.matchAll(pattern)].reduce((sum, match) => sum + Number(match[1]), 0);

/** The first line of a test's error, for a summary. */
const firstLine = (text) => text.trim().split('\n')[0].slice(0, 160);

/** Counts the output of `cargo test`. */
export const countCargo = (printed) => ({
  passed: total(printed, /^test result: .*? (\d+) passed;/gm),
  failed: total(printed, /; (\d+) failed;/g),
  failures: [...printed.matchAll(/^test (\S+) \.\.\. FAILED$/gm)].map(([, name]) => name),
});

/** How many lines of an error the summary shows: enough for the expected and the actual value. */
const ERROR_LINES = 12;

/** The error of a test in TAP: one quoted line, or a block of lines with the same indent. */
function errorOf(text) {
  const [, inline, indent] = /^ *error: (?:['"](.*)['"]$|\|-\n( *))/m.exec(text) ?? [];
  if (indent === undefined) return inline ?? '';
  const block = text.slice(text.indexOf('error: |-\n') + 'error: |-\n'.length).split('\n');
  const end = block.findIndex((line) => line.trim() !== '' && !line.startsWith(indent));
  const lines = (end < 0 ? block : block.slice(0, end)).filter((line) => line.trim() !== '').map((line) => line.slice(indent.length, 160));
  return lines.slice(0, ERROR_LINES).join('\n    ');
}

/** Counts the output of Node's test runner with its TAP reporter. A suite that failed only because a test in it did is not named. */
export const countNode = (printed) => ({
  passed: total(printed, /^# pass (\d+)$/gm),
  failed: total(printed, /^# fail (\d+)$/gm),
  failures: printed
    .split(/^ *not ok \d+ - /m)
    .slice(1)
    .filter((text) => !/^ *failureType: 'subtestsFailed'$/m.test(text.split(/^ *\.\.\.$/m)[0]))
    .map((text) => [firstLine(text), errorOf(text)].filter(Boolean).join(': ')),
});

/** The line in the journeys' output after which the files with a failure are run again. */
export const SECOND_TRY = '# Second try of the files with a failure';

/** Counts the output of the journeys. `unsteady` are those that failed and then passed when their file was run again. */
export function countJourneys(printed) {
  const [first, second] = printed.split(`${SECOND_TRY}\n`).map(countNode);
  if (!second) return { ...first, unsteady: [] };
  const name = (failure) => failure.split(': ')[0];
  const failed = new Set(second.failures.map(name));
  return {
    passed: first.passed + first.failed - second.failed,
    failed: second.failed,
    failures: second.failures,
    unsteady: first.failures.filter((failure) => !failed.has(name(failure))),
  };
}

/** Counts the output of Jest with `--json`. */
export function countJest(printed) {
  const start = printed.indexOf('{"');
  if (start < 0) return { passed: 0, failed: 0, failures: [] };
  const { numPassedTests, numFailedTests, numRuntimeErrorTestSuites, testResults } = JSON.parse(printed.slice(start));
  const failures = testResults.flatMap(({ assertionResults }) =>
    assertionResults.filter(({ status }) => status === 'failed').map(({ fullName, failureMessages }) => `${fullName}: ${firstLine(failureMessages[0] ?? '')}`),
  );
  return { passed: numPassedTests, failed: numFailedTests + numRuntimeErrorTestSuites, failures };
}

/** Counts the output of the fixture runner or the fuzzer: the last line, `N passed, N failed`. */
export const countFixtures = (printed) => ({
  passed: total(printed, /^(\d+) passed, \d+ failed$/gm),
  failed: total(printed, /^\d+ passed, (\d+) failed$/gm),
  failures: [],
});
