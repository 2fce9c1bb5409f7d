// A proxy in front of the shop's server that gives every customer many past orders.
import { createHash } from 'node:crypto';
import { createServer, request } from 'node:http';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { root } from '../../lib/paths.mjs';

const core = createRequire(import.meta.url)(join(root, 'core-wasm', 'pkg-node', 'door.cjs'));

/** How many past orders a customer has. */
export const PAST_ORDERS = 200;

/** The lists of orders: how many orders each answers by default, and the index of the first one that a query asks for. */
const LISTS = {
  '/api/orders': { usual: 50, beginning: (query, limit) => Number(query.get('page') ?? 0) * limit },
  '/api/orders/all': { usual: 10, beginning: (query) => Number(query.get('offset') ?? 0) },
};

/** An order is finished if core does not take it for the current order of a list that has no other. */
const isFinished = ({ id, status }) => (core.dashboardCurrentOrder({ orders: [{ id, status }] }) ?? null) === null;

const UUIDS = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;

/** An id derived from a text. */
const hashed = (text) => {
  const digits = createHash('sha256').update(text).digest('hex');
  return [digits.slice(0, 8), digits.slice(8, 12), digits.slice(12, 16), digits.slice(16, 20), digits.slice(20, 32)].join('-');
};

/** The orders under way, and then the past ones, repeated under other ids up to `PAST_ORDERS`. */
function crowd(orders) {
  const past = orders.filter(isFinished);
  const repeated = Array.from({ length: past.length === 0 ? 0 : PAST_ORDERS }, (_, place) => {
    const order = JSON.stringify(past[place % past.length]);
    // Orders that were the same except for one id would be compressed far better than a real past.
    return JSON.parse(order.replace(UUIDS, (id) => hashed(`${place} ${id}`)));
  });
  return [...orders.filter((order) => !isFinished(order)), ...repeated];
}

/** Starts the proxy. It passes on all calls except those for the lists of orders, which it fills from the shop's own. */
export async function startCrowdedShop(shopUrl) {
  const list = async (url, headers) => {
    const answer = await fetch(new URL(`${url.pathname}?limit=100`, shopUrl), { headers: { cookie: headers.cookie ?? '', accept: headers.accept } });
    const body = await answer.text();
    if (!answer.ok) return { status: answer.status, body };
    const { usual, beginning } = LISTS[url.pathname];
    const limit = Number(url.searchParams.get('limit') ?? usual);
    const from = beginning(url.searchParams, limit);
    return { status: 200, body: JSON.stringify({ orders: crowd(JSON.parse(body).orders).slice(from, from + limit) }) };
  };
  const server = createServer((incoming, outgoing) => {
    const url = new URL(incoming.url, shopUrl);
    if (incoming.method === 'GET' && url.pathname in LISTS) {
      void list(url, incoming.headers).then(({ status, body }) =>
        // As the shop's own server sends it.
        outgoing.writeHead(status, { 'content-type': 'application/json', 'content-encoding': 'gzip' }).end(gzipSync(body)),
      );
      return;
    }
    const forwarded = request(url, { method: incoming.method, headers: incoming.headers }, (answer) => {
      outgoing.writeHead(answer.statusCode, answer.headers);
      answer.pipe(outgoing);
    });
    forwarded.on('error', () => outgoing.destroy());
    incoming.pipe(forwarded);
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(resolve);
        server.closeAllConnections();
      }),
  };
}
