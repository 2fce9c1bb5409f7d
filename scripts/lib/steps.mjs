// One line of progress for each step: its title and how long it took. The output of a step goes to a log file, whose end is shown
// if the step fails.
import { spawn } from 'node:child_process';
import { createWriteStream, mkdirSync, readFileSync } from 'node:fs';
import { setPriority } from 'node:os';
import { join } from 'node:path';
import { endPrograms, endWithThisProgram } from './exit.mjs';
import { root } from './paths.mjs';

const logs = join(root, 'target', 'logs');

/** A failure that one sentence explains: it is shown without a stack. */
export class Refusal extends Error {}

/** A command that failed. `log` is the file with its output. */
export class CommandFailed extends Error {
  constructor(command, code, log, printed) {
    super(`${command} ended with ${code}`);
    this.log = log;
    this.printed = printed;
  }
}

/** How often a line of progress is rewritten on a terminal, and how often one is added to a log, at most. */
const REWRITTEN_MS = 100;
const REPEATED_MS = 10_000;

/** Whether steps run at the same time, so that no line of progress can be rewritten. */
let areSeveral = false;

/**
 * Runs chains of steps at the same time, until all have ended: a compiler often keeps one processor busy. Each step has its own line of
 * progress. Fails with the first failure.
 */
export async function atTheSameTime(...chains) {
  areSeveral = chains.length > 1;
  try {
    const ended = await Promise.allSettled(chains.map((chain) => chain()));
    const failed = ended.find(({ status }) => status === 'rejected');
    if (failed) throw failed.reason;
  } finally {
    areSeveral = false;
  }
}

/**
 * Runs `work`, and prints `title` and the seconds that it took. `work` may return a remark for the end of the line, and may
 * report progress with the function that it gets: a terminal shows it beside the title, a log gets a line now and then.
 */
export async function step(title, work) {
  const started = performance.now();
  const live = process.stdout.isTTY && !areSeveral;
  if (process.stdout.isTTY) process.stdout.write(`  … ${title}${live ? '' : '\n'}`);
  let said = started;
  const progress = (text) => {
    const now = performance.now();
    if (now - said < (live ? REWRITTEN_MS : REPEATED_MS)) return;
    said = now;
    process.stdout.write(live ? `\r\x1b[K  … ${title}   ${text}` : `  … ${title}   ${text}\n`);
  };
  const line = (mark, remark) => {
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    if (live) process.stdout.write('\r\x1b[K');
    console.log(`  ${mark} ${title.padEnd(44)} ${seconds.padStart(6)} s${remark ? `   ${remark}` : ''}`);
  };
  try {
    const remark = await work(progress);
    line('✓', typeof remark === 'string' ? remark : '');
    return remark;
  } catch (error) {
    line('✗', '');
    throw error;
  }
}

/** A command that takes longer hangs. The longest, the journeys, takes ten minutes on two processors. */
const LONGEST_MS = 40 * 60_000;

/**
 * Runs a command and returns its stdout. The whole output is kept in `target/logs/{log}.log`. A command that runs for longer than `limit`
 * milliseconds is ended, and fails. The higher its `niceness`, up to 19, the less processor time it and what it starts get beside others.
 * It ends with this script unless it may outlive it.
 */
export function run(command, args, { log, cwd = root, env = {}, input, uid, gid, limit = LONGEST_MS, niceness = 0, mayOutlive = false } = {}) {
  mkdirSync(logs, { recursive: true });
  const file = join(logs, `${log}.log`);
  return new Promise((resolve, reject) => {
    const sink = createWriteStream(file);
    let printed = '';
    const child = spawn(command, args, { cwd, uid, gid, env: { ...process.env, NO_COLOR: '1', ...env }, stdio: [input ? 'pipe' : 'ignore', 'pipe', 'pipe'] });
    if (!mayOutlive) endWithThisProgram(child, 'SIGTERM');
    // Without a pid it could not be started, which `error` reports.
    if (niceness > 0 && child.pid) setPriority(child.pid, niceness);
    if (input) child.stdin.end(input);
    let tookTooLong = false;
    const timer = setTimeout(() => {
      tookTooLong = true;
      endPrograms(new Map([[child, 'SIGTERM']]));
      // A program that was not found may hold the output open.
      child.stdout.destroy();
      child.stderr.destroy();
    }, limit);
    child.stdout.on('data', (chunk) => {
      printed += chunk;
      sink.write(chunk);
    });
    child.stderr.on('data', (chunk) => sink.write(chunk));
    child.on('error', (error) => {
      clearTimeout(timer);
      const missing = error.code === 'ENOENT' ? new Refusal(`The command \`${command}\` is not on this machine.`) : error;
      sink.end(() => reject(missing));
    });
    child.on('close', (code, signal) => {
      clearTimeout(timer);
      const end = tookTooLong ? `an error, because it took longer than ${limit / 60_000} minutes` : (signal ?? code);
      sink.end(() => {
        if (code === 0 && !tookTooLong) resolve(printed);
        else reject(new CommandFailed([command, ...args].join(' '), end, file, printed));
      });
    });
  });
}

/** Prints `error`: one sentence for a refusal, the end of the log for a failed command. */
export function explain(error) {
  if (error instanceof Refusal) console.error(`\n${error.message}`);
  else if (error instanceof CommandFailed) {
    const lines = readFileSync(error.log, 'utf8').trimEnd().split('\n').slice(-60);
    console.error(`\n${error.message}. The end of its output (all of it: ${error.log}):\n\n${lines.join('\n')}`);
  } else console.error(error);
}

/** Ends the process for `error`. */
export function fail(error) {
  explain(error);
  process.exit(1);
}
