// Reads schemathesis' events: every call that it made, with the checks that failed.

/** The events of a run, one a line, as the calls that were made: `{operation, status, method, url, failures}`. */
export function callsOf(events) {
  const lines = events.trim().split('\n').map((line) => JSON.parse(line));
  const recorders = lines.flatMap(({ ScenarioFinished: scenario }) => (scenario?.recorder?.interactions ? [scenario.recorder] : []));
  return recorders.flatMap(({ cases, checks = {}, interactions }) =>
    Object.entries(interactions).map(([id, { request, response }]) => {
      const { method, path } = cases[id].value;
      const failures = (checks[id] ?? []).filter((check) => check.status === 'failure');
      return {
        operation: `${method.toUpperCase()} ${path}`,
        method: request.method,
        url: request.uri,
        status: response?.status_code ?? null,
        failures: failures.map(({ name, failure_info: info }) => ({ name, says: info?.failure?.message ?? info?.failure?.title ?? '' })),
      };
    }),
  );
}

/** The operations of a description: `GET /orders`. */
export const operationsOf = ({ paths }) =>
  Object.entries(paths).flatMap(([path, item]) =>
    ['get', 'put', 'post', 'patch', 'delete'].filter((method) => item[method]).map((method) => `${method.toUpperCase()} ${path}`),
  );

/**
 * Sums up the calls in lines for a person: how many passed and how many failed. An operation without a call counts as failed,
 * because it was not tested. So does one that was always refused, because its successful answer was not tested.
 */
export function summary(calls, operations) {
  const failing = calls.filter(({ failures }) => failures.length > 0);
  const untried = operations.filter((operation) => !calls.some((call) => call.operation === operation));
  const isDone = (operation) => calls.some((call) => call.operation === operation && call.status < 300);
  const refused = operations.filter((operation) => !untried.includes(operation) && !isDone(operation));
  const statuses = new Map();
  for (const { status } of calls) statuses.set(status, (statuses.get(status) ?? 0) + 1);
  const counts = [...statuses].sort(([one], [other]) => one - other).map(([status, count]) => `${status}: ${count}`);
  return {
    passed: calls.length - failing.length,
    failed: failing.length + untried.length + refused.length,
    lines: [
      `${calls.length} calls of ${operations.length} operations; ${counts.join(', ')}`,
      ...untried.map((operation) => `NOT TRIED ${operation}`),
      ...refused.map((operation) => `ALWAYS REFUSED ${operation}`),
      ...alike(failing.flatMap(({ operation, status, failures }) => failures.map(({ name, says }) => `FAILED ${operation} ${status}: ${name}: ${says}`))),
    ],
  };
}

/** Each line once, with how often it occurs. */
function alike(lines) {
  const counted = new Map();
  for (const line of lines) counted.set(line, (counted.get(line) ?? 0) + 1);
  return [...counted].map(([line, times]) => (times > 1 ? `${line} (${times} times)` : line));
}
