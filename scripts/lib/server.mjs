// Starts and stops a server.
import { spawn } from 'node:child_process';
import { createServer } from 'node:net';
import { endWithThisProgram } from './exit.mjs';
import { root } from './paths.mjs';
import { serverProgram } from './build.mjs';
import { Refusal } from './steps.mjs';

/** How long a server may take to answer for the first time. */
const START_TIMEOUT_MS = 30_000;

/** Whether nothing listens on `port` of this machine. */
export const portIsFree = (port) =>
  new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });

/** A port that nothing listens on. */
export const freePort = () =>
  new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address();
      probe.close(() => resolve(port));
    });
  });

/** Starts the server and resolves once it serves. `output` is `inherit` to show its log. */
export async function startServer({ program = serverProgram, port, databaseUrl, args = [], output = 'pipe', env = {} }) {
  const url = `http://127.0.0.1:${port}`;
  const child = spawn(program, ['serve', '--listen', `127.0.0.1:${port}`, '--database-url', databaseUrl, ...args], {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['ignore', output, 'pipe'],
  });
  let said = '';
  child.stdout?.on('data', (chunk) => (said += chunk));
  child.stderr.on('data', (chunk) => {
    said += chunk;
    if (output === 'inherit') process.stderr.write(chunk);
  });
  const ended = new Promise((resolve) => child.on('exit', resolve));
  let running = true;
  ended.then(() => (running = false));
  endWithThisProgram(child);
  const deadline = performance.now() + START_TIMEOUT_MS;
  while (!(await answers(url))) {
    if (!running) throw new Refusal(`The server did not start. ${said.trim()}`);
    if (performance.now() > deadline) {
      child.kill('SIGKILL');
      throw new Refusal(`The server did not answer within ${START_TIMEOUT_MS / 1000} s.`);
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  const stop = async (signal = 'SIGTERM') => {
    child.kill(signal);
    await ended;
  };
  return { url, ended, stop, said: () => said };
}

async function answers(url) {
  try {
    return (await fetch(`${url}/healthz`)).ok;
  } catch {
    return false;
  }
}
