// `just fixtures [DIR] [--engine native|wasm|http|all] [--url URL]`: every golden case through every engine.
// Ends with 1 where an answer differs, with 2 where a file is not of the contract's form.
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { differences } from './fixtures/compare.mjs';
import { Malformed, suitesUnder } from './fixtures/files.mjs';
import { httpEngine } from './fixtures/http.mjs';
import { nativeEngine } from './fixtures/native.mjs';
import { report } from './fixtures/report.mjs';
import { wasmEngine } from './fixtures/wasm.mjs';
import { root } from './lib/paths.mjs';
import { Refusal, explain } from './lib/steps.mjs';

const starters = { native: nativeEngine, wasm: wasmEngine, http: httpEngine };

const HELP = `Usage: just fixtures [DIR] [--engine native|wasm|http|all] [--url URL]

Runs every golden case under DIR (fixtures/ unless named) and prints a table: suite, cases, passed and failed by each engine,
with the differences of each failure and the totals last.

  --engine native   the rules compiled for this machine
  --engine wasm     the built WebAssembly, by the functions that the page calls
  --engine http     POST /api/rules/{rule} of the server at URL, or of one started for it on a free loopback port

A file is DIR/<area>/<rule>.json, the rule's id with its dot as the path:

  { "rule": "login.validate",
    "cases": [ { "name": "no password",  "input": { "email": "a@b.co" }, "expect": { "password": "Required" } },
               { "name": "a number",     "input": { "email": 5 },        "error": true } ] }

Ends with 0 where all agrees, 1 where an answer differs, 2 where a file is not of this form.`;

function readArguments() {
  const options = { engine: { type: 'string', default: 'all' }, url: { type: 'string' }, help: { type: 'boolean', short: 'h' } };
  let parsed;
  try {
    parsed = parseArgs({ options, allowPositionals: true });
  } catch (error) {
    throw new Refusal(error.message);
  }
  const { values, positionals } = parsed;
  if (values.help) {
    console.log(HELP);
    process.exit(0);
  }
  if (values.engine !== 'all' && !(values.engine in starters)) {
    throw new Refusal(`There is no engine "${values.engine}"; the engines are ${Object.keys(starters).join(', ')} and all.`);
  }
  if (positionals.length > 1) throw new Refusal('Name one folder at most.');
  const names = values.engine === 'all' ? Object.keys(starters) : [values.engine];
  return { folder: positionals[0] ?? join(root, 'fixtures'), names, url: values.url };
}

/** The failures and the number of passed cases of each suite, by one engine. */
async function runOn(engine, suites) {
  const calls = suites.flatMap(({ rule, cases }) => cases.map(({ input }) => ({ rule, input })));
  const answers = (await engine.answer(calls)).values();
  return suites.map(({ cases }) => {
    const judged = cases.map((one) => ({ name: one.name, lines: differences(one, answers.next().value) }));
    const failures = judged.filter(({ lines }) => lines.length > 0);
    return { passed: cases.length - failures.length, failures };
  });
}

async function main() {
  const { folder, names, url } = readArguments();
  const suites = suitesUnder(folder);
  const engines = [];
  try {
    for (const name of names) engines.push(await starters[name](url));
    // The registry is the list of rules; a function that is missing elsewhere is a difference.
    for (const { rule, file } of suites) {
      if (!(await engines[0].knows(rule))) throw new Malformed(`${file}: there is no rule ${rule}.`);
    }
    const results = new Map();
    for (const engine of engines) results.set(engine.name, await runOn(engine, suites));
    const rows = suites.map(({ rule, cases }, index) => ({
      rule,
      cases: cases.length,
      results: Object.fromEntries(names.map((name) => [name, results.get(name)[index]])),
    }));
    return report(rows, names) === 0 ? 0 : 1;
  } finally {
    for (const engine of engines) await engine.stop();
  }
}

main().then(
  (code) => (process.exitCode = code),
  (error) => {
    if (error instanceof Malformed) console.error(error.message);
    else explain(error);
    process.exitCode = error instanceof Malformed ? 2 : 1;
  },
);
