// The PostgreSQL that tests and benchmarks start.
import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { once } from 'node:events';
import { test } from 'node:test';
import { ask } from './machine.mjs';
import { ensurePostgres, withBreakablePostgres, withKeptPostgres, withPostgres } from './postgres.mjs';
import { isAlive } from './testing.mjs';
import { until } from './until.mjs';

const PROGRAM = `
  import { withPostgres } from ${JSON.stringify(new URL('./postgres.mjs', import.meta.url).href)};
  await withPostgres(async (url) => { console.log(url); await new Promise((resolve) => setTimeout(resolve, 60_000)); });
`;

const STANDING_STILL = `
  import { mkdtempSync } from 'node:fs';
  import { join } from 'node:path';
  import { withBreakablePostgres } from ${JSON.stringify(new URL('./postgres.mjs', import.meta.url).href)};
  await withBreakablePostgres(mkdtempSync(join(process.env.TMPDIR, 'stylebox-postgres-')), async ({ standStill }) => {
    standStill();
    await new Promise((resolve) => setTimeout(resolve, 60_000));
  });
`;

const folders = () => new Set(readdirSync(tmpdir()).filter((name) => name.startsWith('stylebox-postgres-')));

const answers = (url) =>
  new Promise((resolve) => {
    const socket = connect(Number(new URL(url).port), '127.0.0.1', () => socket.end(() => resolve(true)));
    socket.once('error', () => resolve(false));
  });

/** Runs `work` without the setting that names a running server. */
async function withoutSetting(work) {
  const given = process.env.STYLEBOX_TEST_POSTGRES;
  delete process.env.STYLEBOX_TEST_POSTGRES;
  try {
    return await work();
  } finally {
    if (given) process.env.STYLEBOX_TEST_POSTGRES = given;
  }
}

async function untilGone(url, before) {
  const deadline = performance.now() + 10_000;
  const left = () => [...folders()].filter((name) => !before.has(name));
  while ((await answers(url)) || left().length > 0) {
    assert.ok(performance.now() < deadline, `it is still there: ${url}, ${left()}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

test('a server of our own answers, and is stopped and removed even if the work fails', () =>
  withoutSetting(async () => {
    const before = folders();
    let kept;
    const work = withPostgres(async (url) => {
      kept = url;
      assert.equal(await answers(url), true);
      throw new Error('the work failed');
    });
    await assert.rejects(work, /the work failed/);
    await untilGone(kept, before);
  }));

test('a program that gets SIGTERM stops and removes its server', async () => {
  const before = folders();
  const env = { ...process.env };
  delete env.STYLEBOX_TEST_POSTGRES;
  const program = spawn(process.execPath, ['--input-type=module', '--eval', PROGRAM], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  const [printed] = await once(program.stdout, 'data');
  const url = String(printed).trim();
  assert.equal(await answers(url), true);
  program.kill('SIGTERM');
  await once(program, 'exit');
  await untilGone(url, before);
});

/** Keeps its temporary files in a folder, into which another program writes all the time. */
const BESIDE_A_WRITER = `
  import { keepTemporaryFiles } from ${JSON.stringify(new URL('./memory.mjs', import.meta.url).href)};
  import { run } from ${JSON.stringify(new URL('./steps.mjs', import.meta.url).href)};
  keepTemporaryFiles(1);
  run('sh', ['-c', 'echo $$ > $TMPDIR/writer; while :; do n=$(((n + 1) % 500)); { true > $TMPDIR/$n; } 2> /dev/null || exit; done'], { log: 'postgres-writer' });
  console.log(process.env.TMPDIR);
`;

for (const [whose, text] of [
  ['its PostgreSQL', BESIDE_A_WRITER + PROGRAM],
  ['its PostgreSQL, which stands still,', BESIDE_A_WRITER + STANDING_STILL],
  ['the PostgreSQL of a program that it runs', `${BESIDE_A_WRITER} run(process.execPath, ['--input-type=module', '--eval', ${JSON.stringify(PROGRAM)}], { log: 'postgres' });`],
]) {
  test(`a program that gets SIGTERM ends ${whose} before it removes the folder of both`, async (context) => {
    const env = { ...process.env };
    delete env.STYLEBOX_TEST_POSTGRES;
    const program = spawn(process.execPath, ['--input-type=module', '--eval', text], { env, stdio: ['ignore', 'pipe', 'inherit'] });
    const [printed] = await once(program.stdout, 'data');
    const folder = String(printed).trim().split('\n')[0];
    // Its first line is the id of its process, its eighth says whether it is ready.
    const postmaster = () => {
      const own = readdirSync(folder).find((name) => name.startsWith('stylebox-postgres-'));
      const file = own && join(folder, own, 'data', 'postmaster.pid');
      const lines = file && existsSync(file) ? readFileSync(file, 'utf8').split('\n') : [];
      return lines[7]?.startsWith('ready') && Number(lines[0]);
    };
    const pid = await until(() => `PostgreSQL runs in ${folder}`, postmaster);
    const running = () => [pid, writer].filter(isAlive);
    const writer = Number(readFileSync(join(folder, 'writer'), 'utf8'));
    context.after(() => {
      for (const each of running()) process.kill(each, 'SIGQUIT');
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    });
    // Linux has the memory that its processes share as a file.
    const maps = `/proc/${pid}/maps`;
    const shared = existsSync(maps) ? readFileSync(maps, 'utf8').match(/\/dev\/shm\/PostgreSQL\.\d+/g) : [];
    const left = () => [folder, ...shared].filter((path) => existsSync(path));
    program.kill('SIGTERM');
    await once(program, 'exit');
    await until(() => `these are there: ${[...running(), ...left()]}`, () => running().length + left().length === 0, { ms: 10_000 });
  });
}

test('a server that stands still answers nothing until it goes on', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'stylebox-still-'));
  const isReady = join(await ensurePostgres(), 'pg_isready');
  const answersTo = (url) => ask(isReady, '--timeout', '1', '--dbname', url) !== null;
  try {
    await withBreakablePostgres(folder, async ({ url, standStill }) => {
      assert.equal(answersTo(url), true);
      const goOn = standStill();
      assert.equal(answersTo(url), false);
      goOn();
      await until(() => 'PostgreSQL answers again', () => answersTo(url));
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

test('a running server that STYLEBOX_TEST_POSTGRES names is used as it is', async () => {
  const given = process.env.STYLEBOX_TEST_POSTGRES;
  process.env.STYLEBOX_TEST_POSTGRES = 'postgres://ann@127.0.0.1:1/shop';
  try {
    assert.equal(await withPostgres(async (url) => url), 'postgres://ann@127.0.0.1:1/shop');
  } finally {
    if (given) process.env.STYLEBOX_TEST_POSTGRES = given;
    else delete process.env.STYLEBOX_TEST_POSTGRES;
  }
});

test('a kept server has the data of an earlier start, and writes every commit to the disk', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'stylebox-kept-'));
  const psql = join(await ensurePostgres(), 'psql');
  const answerOf = (url, sql) => execFileSync(psql, ['--no-psqlrc', '--tuples-only', '--no-align', '--command', sql, url], { encoding: 'utf8' }).trim();
  try {
    await withKeptPostgres(folder, (url) => answerOf(url, 'CREATE TABLE kept AS SELECT 42 AS answer'));
    await withKeptPostgres(folder, (url) => {
      assert.equal(answerOf(url, 'SELECT answer FROM kept'), '42');
      for (const setting of ['fsync', 'synchronous_commit', 'full_page_writes']) assert.equal(answerOf(url, `SHOW ${setting}`), 'on', setting);
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
