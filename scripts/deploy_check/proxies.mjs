// What customers notice of a proxy before the built server: the page, headers, limits, photos, slow callers, a restart.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { textOf } from '../docs/files.mjs';
import { caller, signIn } from '../lib/customer.mjs';
import { freePort, startServer } from '../lib/server.mjs';
import { expect } from './checks.mjs';
import { call, call2, callJson, drip, withHttp2 } from './client.mjs';
import { pngOf } from './photo.mjs';
import { startProxy } from './proxy.mjs';

/** Calls of /api/rules/… for each address and minute, in these checks. */
const RATE_LIMIT = 20;
/** Headers of a connection, or that differ from answer to answer. */
const NOT_COMPARED = ['connection', 'content-length', 'date', 'keep-alive', 'transfer-encoding', 'x-request-id', 'set-cookie', 'etag'];
/** How many slow callers there are, when they have to be cut off, and how long another caller may wait meanwhile. */
const SLOW = 40;
const SLOW_LIMIT_MS = 40_000;
const BESIDE_SLOW_MS = 1000;
/** Callers that make calls while a server restarts, and for how long at least. */
const LOAD = 6;
const LOAD_MS = 8000;

const policy = ['core/src/policy.rs', 'core/src/policy/limits.rs'].map(textOf).join('\n');
const photoMegabytes = Number(/PHOTO_MAX_BYTES: usize = (\d+) \* 1024 \* 1024;/.exec(policy)?.[1]);

const RULE = { path: '/api/rules/mask.zip', body: { text: '554011' } };

/** Runs `work` with a proxy before a demonstration on SQLite: `{proxy, server, restart}`. */
export async function withProxy(name, folder, work) {
  const [port, serverPort] = [await freePort(), await freePort()];
  mkdirSync(folder, { recursive: true });
  const args = ['--demo', '--public-url', `https://localhost:${port}`, '--trusted-proxies', '127.0.0.1', '--rules-rate-limit', String(RATE_LIMIT)];
  const start = () => startServer({ port: serverPort, databaseUrl: `sqlite:${join(folder, 'shop.db')}`, args: [...args, '--log', 'warn'] });
  let server = await start();
  let proxy;
  const restart = async () => {
    await server.stop();
    server = await start();
  };
  try {
    proxy = await startProxy(name, { folder: join(folder, name), upstreams: [`127.0.0.1:${serverPort}`], port });
    return await work({ proxy, server, serverPort, restart });
  } finally {
    await proxy?.stop();
    await server.stop();
  }
}

/** The page by HTTP/2 with TLS, compressed; and the way to it from http. */
export async function page({ proxy }) {
  return withHttp2(proxy, async (session) => {
    expect(session.alpnProtocol === 'h2', `The protocol is ${session.alpnProtocol}.`);
    const document = await call2(session, { path: '/members/' });
    expect(document.status === 200 && document.body.includes('<div id="root"'), `The page is answered with ${document.status}.`);
    const [script] = /\/members\/assets\/[\w.-]+\.js/.exec(document.body) ?? [];
    const sent = await call2(session, { path: script, headers: { 'accept-encoding': 'br, gzip' } });
    expect(sent.status === 200 && sent.headers['content-encoding'] === 'br', `${script}: ${sent.status} ${sent.headers['content-encoding']}`);
    const plain = await call({ port: proxy.httpPort, path: '/members/', headers: { host: 'localhost' } });
    expect([301, 308].includes(plain.status), `http is answered with ${plain.status}.`);
    expect(/^https:\/\/localhost\b/.test(plain.headers.location), `http leads to ${plain.headers.location}.`);
    // Caddy leads each name to itself.
    if (proxy.name === 'nginx') {
      const isAnswered = await call({ port: proxy.httpPort, path: '/members/', headers: { host: 'other.example' } }).then(() => true, () => false);
      expect(!isAnswered, 'http of another name is answered.');
    }
    return 'HTTP/2, TLS, brotli';
  });
}

/** Each header of the server's own answers comes through once and unchanged, and the proxy adds none. */
export async function headers({ proxy, serverPort }) {
  const seen = ({ raw }) => raw.filter(([name]) => !NOT_COMPARED.includes(name)).map((pair) => pair.join(': ')).toSorted();
  let count = 0;
  for (const path of ['/members/', '/api/status', '/api/account', '/nothing']) {
    const own = seen(await call({ port: serverPort, path, headers: { host: 'localhost' } }));
    const through = seen(await call({ port: proxy.port, ca: proxy.ca, path }));
    const missing = own.filter((line) => !through.includes(line));
    const added = through.filter((line, at) => !own.includes(line) || through.indexOf(line) !== at);
    expect(missing.length === 0, `${path}: these are lost: ${missing.join('; ')}`);
    expect(added.filter((line) => line !== 'server: nginx').length === 0, `${path}: these are added or doubled: ${added.join('; ')}`);
    expect(own.some((line) => line.startsWith('strict-transport-security: ')), `${path} has no HSTS.`);
    count += own.length;
  }
  return `${count} headers of 4 answers`;
}

/** A limit counts the caller's own address, whatever the caller says in X-Forwarded-For. */
export async function addresses({ proxy }) {
  const ask = (from, claimed) => callJson({ ...proxy, ...RULE, from, headers: { 'x-forwarded-for': claimed } });
  let status = 200;
  for (let time = 0; time <= RATE_LIMIT && status === 200; time += 1) ({ status } = await ask('127.0.3.1', `198.51.100.${time}`));
  expect(status === 429, `After ${RATE_LIMIT} calls of one address, the next is answered with ${status}.`);
  const other = await ask('127.0.3.2', '127.0.3.1');
  expect(other.status === 200, `Another address is answered with ${other.status}.`);
  return `${RATE_LIMIT} calls of one address, then 429; another address is served`;
}

/** The largest photo passes, and the server itself refuses a larger one. */
export async function photos({ proxy, serverPort }) {
  const own = `http://127.0.0.1:${serverPort}`;
  const { demo } = await (await fetch(`${own}/api/status`)).json();
  const customer = caller(own, await signIn(own, demo.customers[0].email));
  const largest = photoMegabytes * 1024 * 1024;
  const send = async (bytes, isHttp2) => {
    const { upload_url: to } = await customer('POST', '/style_profiles/current/upload_urls', { filename: 'me.png' });
    const { pathname, search } = new URL(to, own);
    const body = pngOf(bytes);
    const head = { 'content-type': 'image/png', 'content-length': String(body.length) };
    if (!isHttp2) return call({ ...proxy, method: 'PUT', path: pathname + search, headers: head, body, waits: bytes > largest });
    const pieces = Array.from({ length: Math.ceil(body.length / 65536) }, (_, at) => body.subarray(at * 65536, (at + 1) * 65536));
    return withHttp2(proxy, (session) => call2(session, { method: 'PUT', path: pathname + search, headers: head, pieces }));
  };
  for (const isHttp2 of [true, false]) {
    const version = isHttp2 ? 'HTTP/2' : 'HTTP/1.1';
    const taken = await send(largest, isHttp2);
    expect(taken.status === 204, `${version}: ${largest} bytes are answered with ${taken.status} ${taken.body}`);
    const refused = await send(largest + 1, isHttp2).catch((error) => ({ status: error.message, body: '{}' }));
    const isOwn = refused.status === 413 && 'too_large' in (JSON.parse(refused.body).errors ?? {});
    expect(isOwn, `${version}: ${largest + 1} bytes are answered with ${refused.status} ${refused.body}`);
  }
  return `${photoMegabytes} MB taken, one byte more refused by the server`;
}

/** Callers that send a head or a body too slowly are cut off, and delay nobody. */
export async function slow({ proxy }) {
  const begun = `POST /api/sessions HTTP/1.1\r\nHost: localhost:${proxy.port}\r\n`;
  const body = 'Content-Type: application/json\r\nContent-Length: 5000\r\n\r\n{';
  const limit = SLOW_LIMIT_MS + 5000;
  const heads = Array.from({ length: SLOW }, () => drip({ ...proxy, head: begun, rest: 'X-Slow: '.padEnd(60, 'x'), limit }));
  const bodies = Array.from({ length: SLOW }, () => drip({ ...proxy, head: begun + body, rest: ' '.repeat(60), limit }));
  const second = () => new Promise((resolve) => setTimeout(resolve, 1000));
  const started = performance.now();
  const inHttp2 = withHttp2(proxy, (session) =>
    call2(session, { method: 'POST', path: '/api/sessions', headers: { 'content-type': 'application/json', 'content-length': '60' }, pieces: Array(60).fill(' '), pause: second }),
  ).catch((error) => ({ status: error.code }));
  const ended = Promise.all([...heads, ...bodies]);
  let isOver = false;
  ended.then(() => (isOver = true));
  let slowest = 0;
  while (!isOver) {
    const { ms, status } = await call({ ...proxy, path: '/api/status', from: '127.0.4.1' });
    expect(status === 200, `Beside slow callers a call is answered with ${status}.`);
    slowest = Math.max(slowest, ms);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  expect(slowest < BESIDE_SLOW_MS, `Beside slow callers a call took ${slowest.toFixed(0)} ms.`);
  const longest = async (all) => Math.max(...(await Promise.all(all)).map(({ ms }) => ms));
  const [head, rest] = [await longest(heads), await longest(bodies)];
  expect(head < SLOW_LIMIT_MS && rest < SLOW_LIMIT_MS, `Slow heads end after ${head.toFixed(0)} ms, slow bodies after ${rest.toFixed(0)} ms.`);
  const said = (await bodies[0]).said.split('\r\n')[0];
  const { status } = await inHttp2;
  const inHttp2Ms = performance.now() - started;
  expect(inHttp2Ms < SLOW_LIMIT_MS + 10_000, `A slow body in HTTP/2 is not cut off within ${inHttp2Ms.toFixed(0)} ms.`);
  const seconds = (ms) => `${(ms / 1000).toFixed(0)} s`;
  return `heads cut after ${seconds(head)}, bodies after ${seconds(rest)} (${said || 'without an answer'}; HTTP/2: ${status}); others at most ${slowest.toFixed(0)} ms`;
}

/**
 * Makes calls all the time while `during` works, and after it. Returns how each ended: a status, or the error's code; and whether it began
 * after `during` had ended.
 */
export async function underLoad({ proxy }, during) {
  const outcomes = [];
  const until = performance.now() + LOAD_MS;
  let isDuring = true;
  let number = 0;
  const one = async () => {
    number += 1;
    const from = `127.0.${5 + (number >> 8)}.${number & 255}`;
    const isRead = number % 2 === 0;
    const isAfter = !isDuring;
    const ask = isRead ? call({ ...proxy, path: '/api/status', from }) : callJson({ ...proxy, ...RULE, from });
    outcomes.push(await ask.then(({ status, ms }) => ({ outcome: status, ms, isRead, isAfter }), ({ code, message }) => ({ outcome: code ?? message, isRead, isAfter })));
  };
  const callers = Array.from({ length: LOAD }, async () => {
    while (isDuring || performance.now() < until) await one();
  });
  await new Promise((resolve) => setTimeout(resolve, 1500));
  await during().finally(() => (isDuring = false));
  await Promise.all(callers);
  await one();
  return outcomes;
}

/** How many calls there were, how many failed and how, and the slowest: in words. */
export function outcomesOf(outcomes) {
  const failures = outcomes.filter(({ outcome }) => outcome !== 200);
  const kinds = [...new Set(failures.map(({ outcome }) => outcome))].map((kind) => `${failures.filter(({ outcome }) => outcome === kind).length} × ${kind}`);
  const slowest = Math.max(...outcomes.map(({ ms }) => ms ?? 0));
  return { failures, words: `${outcomes.length} calls, slowest ${(slowest / 1000).toFixed(1)} s, failed: ${kinds.join(', ') || 'none'}` };
}

/**
 * A restart of the one server under load. Calls without a body wait in Caddy, and the others are answered with 502. nginx does not wait,
 * and answers all with 502. Once the server is back, both answer all.
 */
export async function restarted(shop) {
  const { failures, words } = outcomesOf(await underLoad(shop, shop.restart));
  const isAllowed = ({ outcome, isRead, isAfter }) => outcome === 502 && !isAfter && (shop.proxy.name === 'nginx' || !isRead);
  expect(failures.every(isAllowed), `A restart under load: ${words}.`);
  return words;
}

/** What the proxy has written contains no address that was called. */
export async function silent({ proxy, restart }) {
  const secret = 'link-that-nobody-may-see';
  const asked = call({ ...proxy, path: `/members/password/${secret}` });
  await restart();
  await asked;
  const { status } = await call({ ...proxy, path: `/members/password/${secret}` });
  expect(status === 200, `After the restart the page is answered with ${status}.`);
  expect(!proxy.said().includes(secret), `The proxy has logged an address: ${proxy.said().split('\n').find((line) => line.includes(secret))}`);
}
