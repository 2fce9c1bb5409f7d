// What `npm audit` answers.

/** A sentence for each vulnerability of an answer, or null if the registry did not answer the question. */
export function vulnerabilities(printed, folder) {
  let answer;
  try {
    answer = JSON.parse(printed);
  } catch {
    return null;
  }
  if (!answer.auditReportVersion) return null;
  return Object.values(answer.vulnerabilities).map(({ name, severity, range }) => `${folder}: ${name} ${range} has a vulnerability (${severity}).`);
}
