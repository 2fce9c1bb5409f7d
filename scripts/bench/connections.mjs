// `just bench connections`: customers sign in, read their orders and check out while callers from many addresses hold 10,000
// connections with half a request's head each; then the server is stopped under them. It ends with 0 whatever the numbers are.
import { spawn } from 'node:child_process';
import { request } from 'node:http';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { PASSWORD, human } from '../lib/customer.mjs';
import { decided } from '../fuzz/ready.mjs';
import { buildReleaseServer, releaseProgram } from '../lib/build.mjs';
import { endWithThisProgram, temporaryFolder } from '../lib/exit.mjs';
import { root } from '../lib/paths.mjs';
import { freePort, startServer } from '../lib/server.mjs';
import { Refusal, step } from '../lib/steps.mjs';

/** The connections that send half a head, and how many of them come from one address. */
const HALF_SENT = 10_000;
const PER_ADDRESS = 100;
/** The customers, each at an address of their own, and how often each signs in. */
const CUSTOMERS = 20;
const ROUNDS = 10;
/** How many customers make calls at the same time. */
const AT_ONCE = 2;
/** Time-outs of a call, and of opening all connections. */
const CALL_MS = 30_000;
const OPEN_MS = 60_000;
/** How many seconds the calls under way have when the server stops. */
const SHUTDOWN_SECONDS = 10;
/** The aim for the 99th percentile of the sign-ins, in milliseconds. */
const SIGN_IN_P99_MS = 1000;

/** A call on a connection of its own, from an address of this machine: `{status, headers, body, ms}`. */
function call({ port, from, method, path, session, key, body }) {
  const headers = { host: 'localhost', 'content-type': 'application/json' };
  if (session) Object.assign(headers, { cookie: session.cookie, 'x-xsrf-token': session.token });
  if (key) headers['idempotency-key'] = key;
  const text = body && JSON.stringify(body);
  if (text) headers['content-length'] = Buffer.byteLength(text);
  const started = performance.now();
  return new Promise((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', port, localAddress: from, agent: false, method, path: `/api${path}`, headers, timeout: CALL_MS }, (answer) => {
      let read = '';
      answer.setEncoding('utf8');
      answer.on('data', (chunk) => (read += chunk));
      answer.on('end', () => resolve({ status: answer.statusCode, headers: answer.headers, body: read && JSON.parse(read), ms: performance.now() - started }));
      answer.on('error', reject);
    });
    sent.on('timeout', () => sent.destroy(new Error(`no answer within ${CALL_MS / 1000} s`)));
    sent.on('error', reject);
    sent.end(text);
  });
}

/** The percentile `share` (from 0 to 1) of sorted numbers. */
const percentile = (sorted, share) => sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)];

function summary(calls) {
  const sorted = calls.toSorted((a, b) => a - b);
  return { count: sorted.length, p50: percentile(sorted, 0.5), p99: percentile(sorted, 0.99), slowest: sorted.at(-1) };
}

/**
 * Each customer signs in and reads their orders `ROUNDS` times, and checks out once if `paying`. Returns the milliseconds of each kind of
 * call.
 */
async function customersAtWork(port, customers, { paying }) {
  const times = { 'sign in': [], 'read orders': [], 'check out': [] };
  const failures = [];
  const timed = async (kind, what) => {
    try {
      const answer = await call({ port, ...what });
      if (answer.status !== 200) throw new Error(`${answer.status} ${JSON.stringify(answer.body)}`);
      times[kind].push(answer.ms);
      return answer;
    } catch (error) {
      failures.push(`${kind}: ${error.message}`);
      return undefined;
    }
  };
  const visit = async (customer, round) => {
    const { from, email, invoice } = customer;
    const credentials = { email, password: PASSWORD, recaptchaToken: customer.tokens.pop() };
    const signedIn = await timed('sign in', { from, method: 'POST', path: '/sessions', body: { customer: credentials } });
    if (!signedIn) return;
    const cookies = Object.fromEntries(signedIn.headers['set-cookie'].map((cookie) => cookie.split(';')[0].split('=')));
    const session = { cookie: `stylebox_session=${cookies.stylebox_session}`, token: cookies['XSRF-TOKEN'] };
    await timed('read orders', { from, method: 'GET', path: '/orders', session });
    if (!paying || round > 0) return;
    const body = { expected_total_due: invoice.totalDue };
    await timed('check out', { from, method: 'POST', path: `/invoices/${invoice.id}/checkout`, session, key: `bench-${invoice.id}`, body });
  };
  const visits = Array.from({ length: ROUNDS }, (_, round) => customers.map((customer) => () => visit(customer, round))).flat();
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (let next = visits.shift(); next; next = visits.shift()) await next();
    }),
  );
  return { times, failures };
}

/** Customers with a box at home and an invoice, with solved human checks for all of their sign-ins. */
async function prepareCustomers(url, progress) {
  const customers = [];
  for (let number = 0; number < CUSTOMERS; number += 1) {
    progress(`${number} of ${CUSTOMERS}`);
    const { email, invoice } = await decided(url);
    const tokens = [];
    for (let visit = 0; visit < 2 * ROUNDS; visit += 1) tokens.push(await human(url));
    customers.push({ email, invoice, tokens, from: `127.1.0.${number + 1}` });
  }
  return customers;
}

/** The process that holds the connections. `counts()` is its last report. */
function holdHalfSent(port) {
  const args = [join(root, 'scripts', 'bench', 'half_sent.mjs'), port, HALF_SENT, PER_ADDRESS].map(String);
  const child = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'] });
  endWithThisProgram(child);
  const ended = new Promise((resolve) => child.on('exit', resolve));
  let last = { open: 0, closed: 0 };
  createInterface({ input: child.stdout }).on('line', (line) => (last = JSON.parse(line)));
  const stop = async () => {
    child.stdin.end();
    await ended;
  };
  return { counts: () => last, stop };
}

/** Waits until the connections are open. Returns how many are. */
async function untilOpen(held, progress) {
  const deadline = performance.now() + OPEN_MS;
  while (held.counts().open < 0.99 * HALF_SENT && performance.now() < deadline) {
    await new Promise((resolve) => setTimeout(resolve, 200));
    const { open, error } = held.counts();
    if (error === 'EMFILE') throw new Refusal(`This process may not open ${HALF_SENT} connections: raise the limit of open files (ulimit -n).`);
    if (error) throw new Refusal('This system has no addresses 127.0.1.0 and on: the bench needs Linux, or those addresses as aliases.');
    progress(`${open} of ${HALF_SENT}`);
  }
  return `${held.counts().open} open`;
}

function show(title, { times, failures }) {
  console.log(`\n${title}`);
  for (const [kind, calls] of Object.entries(times).filter(([, calls]) => calls.length > 0)) {
    const { count, p50, p99, slowest } = summary(calls);
    const ms = (value) => `${value.toFixed(0)} ms`.padStart(9);
    console.log(`  ${kind.padEnd(12)} ${String(count).padStart(4)} calls   p50 ${ms(p50)}   p99 ${ms(p99)}   slowest ${ms(slowest)}`);
  }
  console.log(`  failed: ${failures.length}${failures.length > 0 ? `, first: ${failures[0]}` : ''}`);
}

/** Runs the bench. */
export async function bench() {
  await buildReleaseServer();
  const { folder, remove } = temporaryFolder('stylebox-bench-');
  const port = await freePort();
  const databaseUrl = `sqlite:${join(folder, 'bench.db')}`;
  const args = ['--demo', '--log', 'warn', '--shutdown-seconds', String(SHUTDOWN_SECONDS)];
  const server = await startServer({ program: releaseProgram, port, databaseUrl, args });
  let held;
  let stopMs;
  try {
    let customers;
    await step('Customers with a box at home', async (progress) => {
      customers = await prepareCustomers(server.url, progress);
    });
    let alone;
    await step('Sign in and read, with the server to themselves', async () => {
      alone = await customersAtWork(port, customers, { paying: false });
    });
    held = holdHalfSent(port);
    await step(`Opening ${HALF_SENT} connections, half-sent`, (progress) => untilOpen(held, progress));
    let underLoad;
    await step('Sign in, read and check out among them', async () => {
      underLoad = await customersAtWork(port, customers, { paying: true });
    });
    const { open, closed } = held.counts();
    await step('Stopping the server under them', async () => {
      const started = performance.now();
      await server.stop();
      stopMs = performance.now() - started;
    });

    show('With the server to themselves', alone);
    show(`Among ${open} half-sent connections (${closed} were closed and opened again meanwhile)`, underLoad);
    console.log(`\nAims`);
    const { count, p99 } = summary(underLoad.times['sign in']);
    const aims = [
      [underLoad.failures.length === 0 && count === CUSTOMERS * ROUNDS, 'every customer is served'],
      [p99 < SIGN_IN_P99_MS, `sign-in p99 under ${SIGN_IN_P99_MS} ms: ${p99?.toFixed(0)} ms`],
      [stopMs < SHUTDOWN_SECONDS * 1000, `stopped within ${SHUTDOWN_SECONDS} s: ${(stopMs / 1000).toFixed(1)} s`],
    ];
    for (const [isMet, aim] of aims) console.log(`  ${isMet ? '✓' : '✗'} ${aim}`);
  } finally {
    await held?.stop();
    if (stopMs === undefined) await server.stop();
    remove();
  }
}
