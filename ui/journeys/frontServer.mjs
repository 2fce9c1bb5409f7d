// A proxy in front of the shop's server, so that a journey can make the shop unreachable, and can serve a newer version of the page.
import { createServer, request } from 'node:http';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { ui } from '../../scripts/lib/paths.mjs';

/** The names of the built page's scripts and rules, which change with each version. */
const built = readdirSync(join(ui, 'dist', 'assets')).filter((name) => /\.(js|wasm)$/.test(name));

/** The name that a newer version gives to a file. */
const newerName = (name) => name.replace(/\.(\w+)$/, '.newer.$1');
const newerNames = new Map(built.map((name) => [newerName(name), name]));
const anyName = new RegExp(built.map((name) => name.replaceAll('.', '\\.')).join('|'), 'g');
const isText = (type) => /^(text\/|application\/json)/.test(type ?? '');

/**
 * Starts the proxy. `takeAway` makes it unreachable, `fail` makes it answer as if its server were down, `bringBack` ends both.
 * After `update` it serves a newer version of the page, with other names for its scripts and none of the older ones. `calls` are
 * the calls of the API that came, in their order.
 */
export async function startFrontServer(shopUrl) {
  const calls = [];
  const sockets = new Set();
  let isNewer = false;
  let isFailing = false;

  const server = createServer((incoming, outgoing) => {
    if (isFailing) {
      outgoing.writeHead(502, { 'content-type': 'text/html' }).end('<h1>Bad gateway</h1>');
      return;
    }
    const name = incoming.url.split('/').at(-1);
    if (isNewer && built.includes(name)) {
      outgoing.writeHead(404).end();
      return;
    }
    const path = newerNames.has(name) ? incoming.url.replace(name, newerNames.get(name)) : incoming.url;
    const headers = { ...incoming.headers, 'accept-encoding': 'identity' };
    // The browser has the older version, which must not count as unchanged.
    if (isNewer) delete headers['if-none-match'];
    const forwarded = request(new URL(path, shopUrl), { method: incoming.method, headers }, async (answer) => {
      let body = Buffer.concat(await answer.toArray().catch(() => []));
      const sent = { ...answer.headers };
      if (isNewer && isText(sent['content-type']) && !path.startsWith('/api')) {
        body = Buffer.from(body.toString().replaceAll(anyName, newerName).replaceAll(/version:`[0-9a-f]{16}`/g, 'version:`newer`'));
        sent['content-length'] = String(body.length);
        delete sent.etag;
      }
      outgoing.writeHead(answer.statusCode, sent).end(body);
    });
    forwarded.on('error', () => outgoing.destroy());
    const received = [];
    incoming.on('data', (chunk) => received.push(chunk));
    incoming.on('end', () => {
      const body = Buffer.concat(received);
      if (path.startsWith('/api')) calls.push({ method: incoming.method, path: path.slice('/api'.length), body: body.toString() });
      forwarded.end(body);
    });
  });
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  const listen = (port) => new Promise((resolve) => server.listen(port, '127.0.0.1', resolve));
  const takeAway = () =>
    new Promise((resolve) => {
      server.close(resolve);
      for (const socket of sockets) socket.destroy();
    });
  await listen(0);
  const { port } = server.address();
  return {
    url: `http://127.0.0.1:${port}`,
    calls,
    takeAway,
    fail: () => {
      isFailing = true;
    },
    bringBack: async () => {
      isFailing = false;
      if (!server.listening) await listen(port);
    },
    update: () => {
      isNewer = true;
    },
    close: () => (server.listening ? takeAway() : undefined),
  };
}
