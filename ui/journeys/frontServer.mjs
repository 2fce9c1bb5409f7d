// A server in front of the shop's, so that a journey can take it away, and can serve the page in a newer version.
import { createServer, request } from 'node:http';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { ui } from '../../scripts/lib/paths.mjs';

/** The scripts and rules of the built page: their names change with each version. */
const built = readdirSync(join(ui, 'dist', 'assets')).filter((name) => /\.(js|wasm)$/.test(name));

/** What a newer version calls a file. */
const newerName = (name) => name.replace(/\.(\w+)$/, '.newer.$1');
const newerNames = new Map(built.map((name) => [newerName(name), name]));
const anyName = new RegExp(built.map((name) => name.replaceAll('.', '\\.')).join('|'), 'g');
const isText = (type) => /^(text\/|application\/json)/.test(type ?? '');

/**
 * Starts the server. `takeAway` makes it unreachable, `fail` makes it a proxy without its server, `bringBack` ends both; `update`
 * serves a newer version of the page from now on, with other names for its scripts, and none of the older ones. `calls` are the
 * calls of the API that came, in their order.
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
    // The browser knows the older version.
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
