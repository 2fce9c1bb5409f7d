// How the commands of the verbs run and fail.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { test } from 'node:test';
import { CommandFailed, atTheSameTime, run } from './steps.mjs';

/** A second program that the command starts and that keeps the command's output open. Its argument names it among all processes. */
const SLEEPER = 'sleep 86017';

const isRunning = (command) => execFileSync('ps', ['-A', '-o', 'args='], { encoding: 'utf8' }).split('\n').includes(command);

test('a command returns what it printed', async () => {
  assert.equal(await run('sh', ['-c', 'echo printed'], { log: 'steps' }), 'printed\n');
});

test('a command that fails says how it ended', async () => {
  await assert.rejects(run('sh', ['-c', 'exit 3'], { log: 'steps' }), { message: 'sh -c exit 3 ended with 3' });
});

test('a nice command is as nice before it reads its input', async () => {
  const script = 'process.stdin.once("data", () => console.log(os.getPriority()))';
  assert.equal(await run(process.execPath, ['-e', script], { log: 'steps', input: 'begin', niceness: 5 }), '5\n');
});

for (const [what, script] of [
  ['a command that takes too long', `echo begun; ${SLEEPER} & wait`],
  ['a command that ends but leaves a program that holds its output open', `echo begun; ${SLEEPER} &`],
]) {
  test(`${what} fails, and what it printed is kept`, async (context) => {
    context.after(() => execFileSync('sh', ['-c', `pkill -f "^${SLEEPER}$" || true`]));
    await assert.rejects(run('sh', ['-c', script], { log: 'steps', limit: 300 }), (error) => {
      assert.ok(error instanceof CommandFailed);
      assert.match(error.message, /took longer than 0\.005 minutes$/);
      assert.equal(error.printed, 'begun\n');
      return true;
    });
  });
}

test('what a command started ends with it if it takes too long', async () => {
  const ran = run('sh', ['-c', `${SLEEPER} & echo begun; wait`], { log: 'steps', limit: 3000 });
  await assert.rejects(ran, { printed: 'begun\n' });
  assert.equal(isRunning(SLEEPER), false);
});

test('chains of steps run at the same time, and fail once all have ended', async () => {
  const seen = [];
  let fail;
  const failing = new Promise((_, reject) => (fail = reject));
  const first = async () => {
    await failing.catch(() => null);
    seen.push('the first chain ended');
  };
  const second = async () => {
    // It is run although the first waits for it.
    fail(new Error('no compiler'));
    return failing;
  };
  await assert.rejects(atTheSameTime(first, second), { message: 'no compiler' });
  assert.deepEqual(seen, ['the first chain ended']);
});
