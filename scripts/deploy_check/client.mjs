// Calls of one customer's machine through a proxy with TLS, by HTTP/1.1 and HTTP/2.
import { request as plainRequest } from 'node:http';
import { connect as connect2 } from 'node:http2';
import { request as tlsRequest } from 'node:https';
import { connect as connectTls } from 'node:tls';

/** Time-out of a call. */
const CALL_MS = 60_000;

/**
 * Makes a call by HTTP/1.1 on a connection of its own: `{status, headers, raw, body, ms}`. `raw` has each header as it was sent, with
 * its name in small letters. `ca` is the certificate of the proxy; without it the call is made in the clear. If it `waits`, most of the
 * body is sent only once there is an answer, so that a refusal is not lost with the connection.
 */
export function call({ port, ca, method = 'GET', path, headers = {}, body, from = '127.0.0.1', waits = false }) {
  const started = performance.now();
  const options = { host: ca ? 'localhost' : '127.0.0.1', port, method, path, headers, agent: false, localAddress: from, family: 4, ca };
  return new Promise((resolve, reject) => {
    const sent = (ca ? tlsRequest : plainRequest)({ ...options, timeout: CALL_MS }, (answer) => {
      const read = [];
      answer.on('data', (chunk) => read.push(chunk));
      answer.on('error', reject);
      answer.on('end', () => {
        const raw = answer.rawHeaders.flatMap((name, at) => (at % 2 === 0 ? [[name.toLowerCase(), answer.rawHeaders[at + 1]]] : []));
        resolve({ status: answer.statusCode, headers: answer.headers, raw, body: Buffer.concat(read).toString(), ms: performance.now() - started });
        if (waits) sent.destroy();
      });
    });
    sent.on('timeout', () => sent.destroy(new Error(`no answer within ${CALL_MS / 1000} s`)));
    sent.on('error', reject);
    sent.on('close', () => reject(new Error('the connection has ended')));
    if (body) sent.setHeader('content-length', Buffer.byteLength(body));
    if (waits) sent.write(body.subarray(0, 4096));
    else sent.end(body);
  });
}

/** Makes a call of JSON. */
export const callJson = ({ body, headers, ...options }) =>
  call({ ...options, method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(body) });

/** Does `work` with a connection of HTTP/2. */
export async function withHttp2({ port, ca }, work) {
  const session = connect2(`https://localhost:${port}`, { ca, family: 4 });
  try {
    await new Promise((resolve, reject) => session.once('connect', resolve).once('error', reject));
    return await work(session);
  } finally {
    session.destroy();
  }
}

/** A call on a connection of HTTP/2: `{status, headers, body}`. The body is sent in pieces, and `pause` waits before each. */
export function call2(session, { method = 'GET', path, headers = {}, pieces = [], pause }) {
  return new Promise((resolve, reject) => {
    const stream = session.request({ ':method': method, ':path': path, ...headers }, { endStream: pieces.length === 0 });
    let answer = null;
    const read = [];
    stream.on('response', (found) => (answer = found));
    stream.on('data', (chunk) => read.push(chunk));
    stream.on('error', reject);
    stream.setTimeout(CALL_MS, () => stream.destroy(new Error(`no answer within ${CALL_MS / 1000} s`)));
    const finish = () => resolve({ status: answer?.[':status'], headers: answer, body: Buffer.concat(read).toString() });
    // The whole answer can be there before the body is sent. Then the stream does not close by itself, because the rest cannot be sent.
    stream.on('end', () => {
      finish();
      stream.destroy();
    });
    stream.on('close', finish);
    const closed = new Promise((go) => stream.once('close', go));
    const send = async () => {
      for (const piece of pieces) {
        await pause?.();
        if (stream.closed || stream.destroyed) return;
        // Node ends a stream whose waiting pieces take more than 10 MB.
        if (!stream.write(piece)) await Promise.race([new Promise((go) => stream.once('drain', go)), closed]);
      }
      if (!stream.destroyed) stream.end();
    };
    if (pieces.length > 0) send().catch(reject);
  });
}

/**
 * Sends `head` at once and then a byte of `rest` each second, until the other side ends the connection: `{ms, said}`, how long that
 * took and what it answered.
 */
export function drip({ port, ca, head, rest, limit }) {
  const started = performance.now();
  return new Promise((resolve) => {
    const socket = connectTls({ host: 'localhost', servername: 'localhost', port, ca, family: 4, ALPNProtocols: ['http/1.1'] }, () => socket.write(head));
    let said = '';
    let at = 0;
    const timer = setInterval(() => {
      if (socket.writable && at < rest.length) socket.write(rest[at++]);
      if (performance.now() - started > limit) socket.destroy();
    }, 1000);
    socket.on('data', (chunk) => (said += chunk));
    let failure = null;
    socket.on('error', (error) => (failure = error.code ?? error.message));
    socket.on('close', () => {
      clearInterval(timer);
      resolve({ ms: performance.now() - started, said, failure });
    });
  });
}
