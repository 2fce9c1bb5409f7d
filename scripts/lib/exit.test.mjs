// How a script ends that a signal stops: what it started ends, and what that wrote is removed.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { root } from './paths.mjs';
import { isAlive } from './testing.mjs';
import { until } from './until.mjs';

const IMPORTS = `
  import { spawn } from 'node:child_process';
  import { appendFileSync } from 'node:fs';
  import { atExit, endWithThisProgram, onSignals, temporaryFolder } from ${JSON.stringify(new URL('./exit.mjs', import.meta.url).href)};
  import { keepTemporaryFiles } from ${JSON.stringify(new URL('./memory.mjs', import.meta.url).href)};
  import { run } from ${JSON.stringify(new URL('./steps.mjs', import.meta.url).href)};
`;

/** Writes its process's id into a file, and then one file after the other beside it. */
const writer = (folder) => `echo $$ > ${folder}/pid.part; mv ${folder}/pid.part ${folder}/pid; while :; do n=$(((n + 1) % 500)); { true > ${folder}/$n; } 2> /dev/null; done`;
/** Starts the writer as a child of its own. */
const starter = (folder, before = '') => `sh -c '${before}${writer(folder)}' & wait`;

/** Starts a script, which prints a line once it is ready. Returns it and the line. */
async function start(context, text) {
  const script = spawn(process.execPath, ['--input-type=module', '--eval', IMPORTS + text], { stdio: ['ignore', 'pipe', 'inherit'] });
  context.after(() => script.kill('SIGKILL'));
  const [printed] = await once(script.stdout, 'data');
  return { script, printed: String(printed).trim() };
}

/** The id of the process that writes into a folder. */
async function writerIn(context, folder) {
  const file = join(folder, 'pid');
  await until(() => `a program writes into ${folder}`, () => existsSync(file));
  const pid = Number(readFileSync(file, 'utf8'));
  context.after(() => isAlive(pid) && process.kill(pid, 'SIGKILL'));
  context.after(() => rmSync(folder, { recursive: true, force: true, maxRetries: 9 }));
  return pid;
}

/** Sends a signal and waits for the end: `[code, signal]`. */
function stopped(script, signal) {
  const ended = once(script, 'exit');
  script.kill(signal);
  return ended;
}

const untilNothingIsLeft = (folder, pid) =>
  until(() => `process ${pid} runs: ${isAlive(pid)}; ${folder} is there: ${existsSync(folder)}`, () => !isAlive(pid) && !existsSync(folder), { ms: 10_000 });

for (const [what, signal, text] of [
  ['a command', 'SIGTERM', `run('sh', ['-c', ${JSON.stringify(starter('$TMPDIR'))}], { log: 'exit' });`],
  ['a command that ignores SIGTERM', 'SIGTERM', `run('sh', ['-c', ${JSON.stringify(starter('$TMPDIR', 'trap "" TERM; '))}], { log: 'exit' });`],
  ['a command', 'SIGHUP', `run('sh', ['-c', ${JSON.stringify(starter('$TMPDIR'))}], { log: 'exit' });`],
  ['a program', 'SIGINT', `endWithThisProgram(spawn('sh', ['-c', ${JSON.stringify(writer('$TMPDIR'))}], { stdio: 'ignore' }));`],
  ['a program that started another one', 'SIGTERM', `endWithThisProgram(spawn('sh', ['-c', ${JSON.stringify(starter('$TMPDIR'))}], { stdio: 'ignore' }));`],
]) {
  test(`${what} that writes temporary files, and these files, end with a script that gets ${signal}`, async (context) => {
    const { script, printed: folder } = await start(context, `keepTemporaryFiles(1); ${text} console.log(process.env.TMPDIR);`);
    const pid = await writerIn(context, folder);
    assert.deepEqual(await stopped(script, signal), [1, null]);
    await untilNothingIsLeft(folder, pid);
  });
}

test('a script that another one runs has time to end what it started', async (context) => {
  const file = join(mkdtempSync(join(tmpdir(), 'stylebox-exit-')), 'done');
  context.after(() => rmSync(join(file, '..'), { recursive: true }));
  const note = (what) => `appendFileSync(${JSON.stringify(file)}, ${JSON.stringify(`${what}\n`)})`;
  const inner = `${IMPORTS} atExit(() => ${note('first')}); atExit(() => ${note('last')}); ${note('begun')}; setTimeout(() => {}, 60_000);`;
  const outer = `run(process.execPath, ['--input-type=module', '--eval', ${JSON.stringify(inner)}], { log: 'exit' }); console.log('begun');`;
  const { script } = await start(context, outer);
  await until(() => 'the other script runs', () => existsSync(file));
  await stopped(script, 'SIGTERM');
  // What was begun last may need what was begun first.
  assert.equal(readFileSync(file, 'utf8'), 'begun\nlast\nfirst\n');
});

test('a failure at the end of a script keeps nothing else from being done', async (context) => {
  const text = `
    const { folder } = temporaryFolder('stylebox-exit-');
    atExit(() => { throw new Error('this failure belongs to a test'); });
    console.log(folder); setInterval(() => {}, 1000);`;
  const { script, printed: folder } = await start(context, text);
  await stopped(script, 'SIGTERM');
  assert.equal(existsSync(folder), false);
});

test('a temporary folder ends with a script that ends by itself, unless it is kept', async (context) => {
  const { script, printed } = await start(context, `
    const [one, removed, kept] = [1, 2, 3].map(() => temporaryFolder('stylebox-exit-'));
    removed.remove(); kept.keep(); console.log([one, removed, kept].map(({ folder }) => folder).join(' '));`);
  if (script.exitCode === null) await once(script, 'exit');
  const folders = printed.split(' ');
  context.after(() => rmSync(folders[2], { recursive: true, force: true }));
  assert.deepEqual(folders.map((folder) => existsSync(folder)), [false, false, true]);
});

test('a second signal does not interrupt the end', async (context) => {
  const { script, printed: folder } = await start(context, `
    keepTemporaryFiles(1);
    run('sh', ['-c', ${JSON.stringify(starter('$TMPDIR', 'trap "" TERM; '))}], { log: 'exit' });
    process.prependListener('exit', () => console.log('is about to end'));
    console.log(process.env.TMPDIR);`);
  const pid = await writerIn(context, folder);
  const said = once(script.stdout, 'data');
  const ended = once(script, 'exit');
  script.kill('SIGINT');
  await said;
  script.kill('SIGINT');
  script.kill('SIGTERM');
  assert.deepEqual(await ended, [1, null]);
  await untilNothingIsLeft(folder, pid);
});

test('a signal ends a script that has nothing to end, and one that has ended all, also while they wait for a program', async (context) => {
  for (const before of ['', `temporaryFolder('stylebox-exit-').remove(); await run('true', [], { log: 'exit' });`]) {
    const text = `${before} console.log('ready'); const { spawnSync } = await import('node:child_process'); spawnSync('sleep', ['5']);`;
    const { script } = await start(context, text);
    assert.deepEqual(await stopped(script, 'SIGTERM'), [null, 'SIGTERM']);
  }
});

test('a script may answer signals by itself', async (context) => {
  const text = `
    const program = spawn('sleep', ['600'], { stdio: 'ignore' });
    endWithThisProgram(program);
    onSignals(() => program.kill());
    program.once('exit', (code, signal) => { process.exitCode = signal === 'SIGTERM' ? 7 : 8; });
    console.log('ready');`;
  const { script } = await start(context, text);
  assert.deepEqual(await stopped(script, 'SIGINT'), [7, null]);
});

test('all scripts end with the programs and the temporary folders that they have', () => {
  const folder = join(root, 'scripts');
  const isScript = (name) => name.endsWith('.mjs') && !/node_modules|test(ing)?\.mjs$|^lib\/exit\.mjs$/.test(name);
  const names = readdirSync(folder, { recursive: true }).filter(isScript);
  assert.ok(names.length > 100, `the scripts are not read: ${names.length}`);
  const wrong = names.filter((name) => {
    const text = readFileSync(join(folder, name), 'utf8');
    const count = (pattern) => text.match(pattern)?.length ?? 0;
    return count(/mkdtemp|process\.\w+\('(?:exit|SIG)/g) > 0 || count(/[^.\w]spawn\(/g) > count(/endWithThisProgram\(/g);
  });
  assert.deepEqual(wrong, [], 'use temporaryFolder, atExit, onSignals and endWithThisProgram (scripts/lib/exit.mjs)');
});
