// The PostgreSQL that tests and benchmarks start.
import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { once } from 'node:events';
import { test } from 'node:test';
import { ensurePostgres, withKeptPostgres, withPostgres } from './postgres.mjs';

const PROGRAM = `
  import { withPostgres } from ${JSON.stringify(new URL('./postgres.mjs', import.meta.url).href)};
  await withPostgres(async (url) => { console.log(url); await new Promise((resolve) => setTimeout(resolve, 60_000)); });
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
  const ask = (url, sql) => execFileSync(psql, ['--no-psqlrc', '--tuples-only', '--no-align', '--command', sql, url], { encoding: 'utf8' }).trim();
  try {
    await withKeptPostgres(folder, (url) => ask(url, 'CREATE TABLE kept AS SELECT 42 AS answer'));
    await withKeptPostgres(folder, (url) => {
      assert.equal(ask(url, 'SELECT answer FROM kept'), '42');
      for (const setting of ['fsync', 'synchronous_commit', 'full_page_writes']) assert.equal(ask(url, `SHOW ${setting}`), 'on', setting);
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
