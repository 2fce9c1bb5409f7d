// What the alarms of Prometheus, their pages and the code name.

/** The metrics that the code exports, by name: `counter`, `gauge` or `histogram`. */
export function exportedMetrics(source) {
  const types = new Map([...source.matchAll(/^ {4}(\w+): (?:Family<\w+, )?(Counter|Gauge|Histogram)\b/gm)].map(([, field, type]) => [field, type.toLowerCase()]));
  const made = [...source.matchAll(/^\s+(\w+): (?:metric|seconds)\(\s*all,\s*"(\w+)"/gm)];
  const endings = { counter: '_total', gauge: '', histogram: '_seconds' };
  return new Map(made.map(([, field, name]) => [`stylebox_${name}${endings[types.get(field)]}`, types.get(field)]));
}

/** Words that begin like a metric: the name of the crate in the log, the field of the service's key at Stripe, and a user of the database. */
const NO_METRICS = ['stylebox_server', 'stylebox_key', 'stylebox_owner'];

/** The metrics that a text names. The series of a histogram count as the histogram. */
export function namedMetrics(text, exported) {
  const names = [...text.matchAll(/\bstylebox_\w+/g)].map(([name]) => name).filter((name) => !NO_METRICS.includes(name));
  const base = (name) => {
    const histogram = name.replace(/_(?:bucket|count|sum)$/, '');
    return exported.get(histogram) === 'histogram' ? histogram : name;
  };
  return [...new Set(names.map(base))];
}

/** The alarms of a file of rules, each with its severity and its page. */
export function alarmsIn(rules) {
  return rules
    .split(/^ {6}- alert: /m)
    .slice(1)
    .map((rule) => ({
      name: /^\w+/.exec(rule)[0],
      severity: /^ +labels: \{ severity: (\w+) \}$/m.exec(rule)?.[1],
      page: /^ +runbook: (\S+)$/m.exec(rule)?.[1],
      summary: /^ +summary: (.+)$/m.exec(rule)?.[1],
      holds: /^ +for: (\w+)$/m.exec(rule)?.[1],
    }));
}

/** The name of an alarm's page: `StyleboxNoJobRuns` has `no-job-runs.md`. */
export const pageOf = (alarm) =>
  `docs/operating/alarms/${alarm
    .replace(/^Stylebox/, '')
    .replaceAll(/(?<=.)[A-Z]/g, '-$&')
    .toLowerCase()}.md`;

/** The `ops` commands of the server, `payment retry`. `read` gives the source of a file of `server/src/ops`. */
export function opsCommands(read) {
  const word = (variant) => variant.replaceAll(/(?<=.)[A-Z]/g, '-$&').toLowerCase();
  const variantsOf = (source, name) => {
    const [, variants = ''] = new RegExp(`^pub enum ${name} \\{\\n([^]*?)^\\}`, 'm').exec(source) ?? [];
    return [...variants.matchAll(/^ {4}([A-Z]\w*)(?:\((?:\w+::)*(\w+)\))?/gm)];
  };
  const all = read('mod.rs');
  return variantsOf(all, 'OpsCommand').flatMap(([, variant, type]) => {
    const from = type && new RegExp(`^use (\\w+)::[^;]*\\b${type}\\b`, 'm').exec(all)?.[1];
    const below = from ? variantsOf(read(`${from}.rs`), type) : [];
    return below.length === 0 ? [word(variant)] : below.map(([, own]) => `${word(variant)} ${word(own)}`);
  });
}

/** The `ops` commands that a document names and that do not exist. */
export function missingCommands(document, commands) {
  const named = [...document.matchAll(/`ops ([a-z][a-z_ -]*)/g)].map(([, words]) => words.trim());
  const isOne = (words) => commands.some((command) => words === command || words.startsWith(`${command} `));
  return [...new Set(named)].filter((words) => !isOne(words)).map((words) => `ops ${words}`);
}

/** The log lines that a document quotes: texts in quotes between back quotes. */
export const quotedLines = (document) => [...document.replace(/\s+/g, ' ').matchAll(/`"([^"`]+)"`/g)].map(([, line]) => line);
