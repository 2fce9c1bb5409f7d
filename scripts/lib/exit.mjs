// How a script ends, by itself or by a signal: first all that it started ends, then what that wrote is removed. A folder into which a
// program still writes cannot be removed.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The signals that stop a script. */
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];
/** How long programs may take to end by their signal before they are killed, and how long the removal of a folder may take. */
const END_MS = 3_000;
const REMOVAL_MS = 3_000;
/** The pause before something is looked at again. */
const AGAIN_MS = 20;

/** The programs that run, each with the signal that ends it; and what is done once they have ended. */
const programs = new Map();
const works = new Set();
let answerSignal = () => process.exit(1);

// A second signal while this script ends must not kill it half-way, so the listener stays.
const takeSignal = () => answerSignal();
let listens = false;

/** Listens to signals while there is something to end or to do. Otherwise a signal ends this script, also while it waits for a program. */
function listenIfNeeded() {
  const isNeeded = programs.size + works.size > 0;
  if (isNeeded === listens) return;
  listens = isNeeded;
  for (const signal of SIGNALS) process[listens ? 'on' : 'off'](signal, takeSignal);
}

/** Lets a signal call `answer` instead of ending this script. */
export function onSignals(answer) {
  answerSignal = answer;
}

/**
 * Ends a program that was started, with all that it starts, at the latest with this script. What has not ended a while after the signal
 * is killed. SIGTERM lets other scripts end in the same way what they started.
 */
export function endWithThisProgram(child, signal = 'SIGKILL') {
  // Without a pid it could not be started.
  if (!child.pid) return;
  programs.set(child, signal);
  listenIfNeeded();
  child.once('exit', () => {
    programs.delete(child);
    listenIfNeeded();
  });
}

/** Does `work` when this script ends, after all that it started has ended. What was registered last is done first. Returns what cancels it. */
export function atExit(work) {
  works.add(work);
  listenIfNeeded();
  return () => {
    works.delete(work);
    listenIfNeeded();
  };
}

/** Makes a folder that ends with this script: `remove` removes it before, and `keep` lets it stay. */
export function temporaryFolder(prefix, parent = tmpdir()) {
  const folder = mkdtempSync(join(parent, prefix));
  const keep = atExit(() => removeFolder(folder));
  const remove = () => {
    keep();
    removeFolder(folder);
  };
  return { folder, remove, keep };
}

process.once('exit', () => {
  endPrograms(programs);
  for (const work of [...works].reverse()) {
    try {
      work();
    } catch (error) {
      console.error(error.message);
    }
  }
});

/** The running processes of this machine, `{pid, parent}`. Without the program `ps`, none. */
function processes() {
  let printed = '';
  try {
    printed = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,stat='], { encoding: 'utf8' });
  } catch {
    return [];
  }
  // A process that has ended stays in the list until its parent asks for its end.
  const rows = printed.trim().split('\n').map((row) => row.trim().split(/\s+/));
  return rows.filter(([, , state]) => !state.startsWith('Z')).map(([pid, parent]) => ({ pid: Number(pid), parent: Number(parent) }));
}

/** Adds to `ending`, a map from process to signal, what these processes started, and what those started. */
function addChildren(ending, rows) {
  // What is added meanwhile is looked at, too.
  for (const [parent, signal] of ending) {
    for (const row of rows) if (row.parent === parent && !ending.has(row.pid)) ending.set(row.pid, signal);
  }
}

/** The processes that a process started, and those that they started. */
export function childrenOf(pid) {
  const found = new Map([[pid, null]]);
  addChildren(found, processes());
  return [...found.keys()].slice(1);
}

/** Whether a program that was started has not ended. */
export const isRunning = (child) => child.exitCode === null && child.signalCode === null;

/**
 * Ends programs with all that they started, each by its signal, and kills what has not ended after a while. This script does nothing else
 * meanwhile, because it may be about to end.
 */
export function endPrograms(signals) {
  const ending = new Map([...signals].filter(([child]) => isRunning(child)).map(([{ pid }, signal]) => [pid, signal]));
  const told = new Set();
  const deadline = performance.now() + END_MS;
  while (ending.size > 0) {
    const rows = processes();
    const running = new Set(rows.map(({ pid }) => pid));
    // Before the first signal: what a process started is known only while it runs.
    addChildren(ending, rows);
    for (const [pid, signal] of ending) {
      if (!told.has(pid)) send(pid, signal);
      else if (running.size > 0 && !running.has(pid)) ending.delete(pid);
      else if (performance.now() >= deadline) {
        send(pid, 'SIGKILL');
        ending.delete(pid);
      }
      told.add(pid);
    }
    if (ending.size > 0) sleep(AGAIN_MS);
  }
}

/** Sends a signal to a process, 0 for none, unless it has ended. Returns whether it is there. */
export function signalTo(pid, signal) {
  try {
    process.kill(pid, signal);
    return true;
  } catch {
    return false;
  }
}

function send(pid, signal) {
  // One that stands still takes no other signal before it goes on.
  if (signalTo(pid, signal) && signal !== 'SIGKILL') signalTo(pid, 'SIGCONT');
}

/** Removes a folder. A process that was just killed may still add a file. */
function removeFolder(folder) {
  const deadline = performance.now() + REMOVAL_MS;
  for (;;) {
    try {
      rmSync(folder, { recursive: true, force: true });
      return;
    } catch (error) {
      if (performance.now() >= deadline) throw error;
    }
    sleep(AGAIN_MS);
  }
}

const sleep = (milliseconds) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
