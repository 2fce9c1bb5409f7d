// `just fixtures [DIR] [--engine native|wasm|http|all] [--url URL] [--report FILE.html]` runs every golden case on every engine.
// Ends with 1 if an answer differs, with 2 if a file or the command is malformed.
import { HELP, UsageError, readArguments } from './fixtures/arguments.mjs';
import { differences } from './fixtures/compare.mjs';
import { MalformedFixture, suitesUnder } from './fixtures/files.mjs';
import { httpEngine, requireServer } from './fixtures/http.mjs';
import { nativeEngine } from './fixtures/native.mjs';
import { preparePage, writePage } from './fixtures/page.mjs';
import { printTable } from './fixtures/table.mjs';
import { wasmEngine } from './fixtures/wasm.mjs';
import { explain, step } from './lib/steps.mjs';

const starters = { native: nativeEngine, wasm: wasmEngine, http: httpEngine };

async function main() {
  const asked = readArguments(process.argv.slice(2));
  if (asked.help) {
    console.log(HELP);
    return 0;
  }
  const suites = suitesUnder(asked.folder);
  if (asked.report) preparePage(asked.report);
  if (asked.url && asked.engines.includes('http')) await requireServer(asked.url);
  const engines = [];
  try {
    for (const name of asked.engines) engines.push(await starters[name](asked.url));
    await requireRules(engines[0], suites);
    const runs = [];
    for (const engine of engines) runs.push(await runOn(engine, suites));
    if (asked.report) await step('Writing the page', async () => writePage(asked.report, { folder: asked.folder, suites, runs }));
    return printTable(suites, runs) === 0 ? 0 : 1;
  } finally {
    for (const engine of engines) await engine.stop();
  }
}

/** Checks that the first engine has the rule of each suite. If only another engine lacks one, its cases fail there. */
async function requireRules(engine, suites) {
  for (const { rule, file } of suites) {
    if (!(await engine.knows(rule))) throw new MalformedFixture(`${file}: there is no rule ${rule}.`);
  }
}

/**
 * Runs every case on one engine: `{engine, version, seconds, results}`. For each suite and case, `results` has the engine's
 * answer and the lines that say how it differs. It has null for a suite whose rule the engine need not have.
 */
async function runOn(engine, suites) {
  const lacks = engine.lacks ?? (() => false);
  const calls = suites.filter(({ rule }) => !lacks(rule)).flatMap(({ rule, cases }) => cases.map(({ input, terms }) => ({ rule, input, terms })));
  const started = performance.now();
  let answers;
  await step(`Cases: ${engine.name}`, async (progress) => {
    let done = 0;
    const answered = () => {
      done += 1;
      progress(`${done} of ${calls.length}`);
    };
    const waiting = (seconds) => progress(`${done} of ${calls.length}, the server asks to wait for ${seconds} s`);
    answers = await engine.answer(calls, { answered, waiting });
    return `${done} cases`;
  });
  const seconds = (performance.now() - started) / 1000;
  let next = 0;
  const results = suites.map(({ rule, cases }) => {
    if (lacks(rule)) return null;
    return cases.map((one) => {
      const answer = answers[next];
      next += 1;
      return { answer, lines: differences(one, answer) };
    });
  });
  return { engine: engine.name, version: engine.version, seconds, results };
}

// A reader of the output may stop early (`| head`), and the started server must still be stopped.
process.stdout.on('error', (error) => {
  if (error.code !== 'EPIPE') throw error;
});

main().then(
  (code) => (process.exitCode = code),
  (error) => {
    const isMalformed = error instanceof MalformedFixture || error instanceof UsageError;
    if (isMalformed) console.error(error.message);
    else explain(error);
    if (error instanceof UsageError) console.error('For the command line, see: just fixtures --help');
    process.exitCode = isMalformed ? 2 : 1;
  },
);
