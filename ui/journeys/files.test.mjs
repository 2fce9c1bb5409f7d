// The page's files as the server sends them: unchanged since the build, and in the best encoding that the browser accepts.
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { ui } from '../../scripts/lib/paths.mjs';
import { openShop } from './support.mjs';

const dist = join(ui, 'dist');
const encodings = [
  { name: 'br', ending: '.br', decode: brotliDecompressSync },
  { name: 'gzip', ending: '.gz', decode: gunzipSync },
];

const names = readdirSync(dist, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => join(entry.parentPath, entry.name).slice(dist.length + 1))
  .filter((name) => !name.startsWith('.') && name !== 'screens/screens.json' && !/\.(br|gz)$/.test(name));

/** The paths of the rendered screens, by their files. */
const { screens } = JSON.parse(readFileSync(join(dist, 'screens', 'screens.json'), 'utf8'));
const paths = new Map(Object.entries(screens).map(([path, { file }]) => [file, path.slice(1)]));

/** The contents of a file of the build, or null if there is none with that name. */
const built = (name) => (existsSync(join(dist, name)) ? readFileSync(join(dist, name)) : null);

describe("the page's files", () => {
  let shop;
  before(async () => {
    shop = await openShop();
  });
  after(() => shop?.close());

  /** The address of a file, below the page's root: a rendered screen has its own path. */
  const addressOf = (name) => (name === 'index.html' ? '' : (paths.get(name) ?? name));

  /** A call whose body is not decoded. */
  const call = (name, headers = {}, method = 'GET') =>
    new Promise((resolve, reject) => {
      const sent = request(new URL(`/members/${addressOf(name)}`, shop.url), { method, headers }, async (response) => {
        const body = Buffer.concat(await response.toArray());
        resolve({ status: response.statusCode, headers: response.headers, body });
      });
      sent.on('error', reject).end();
    });

  test('each file is sent unchanged in each encoding, with a tag of its own', async () => {
    assert.ok(names.length > 30, `${names.length} files`);
    for (const name of names) {
      const plain = built(name);
      const tags = new Set();
      for (const accepted of [null, ...encodings]) {
        const compressed = accepted && built(name + accepted.ending);
        const headers = accepted ? { 'accept-encoding': accepted.name } : {};
        const answer = await call(name, headers);
        const which = `${name} for ${accepted?.name}`;
        assert.equal(answer.status, 200, which);
        assert.equal(answer.headers['content-encoding'], compressed ? accepted.name : undefined, which);
        assert.equal(answer.headers.vary, paths.has(name) ? 'accept-encoding, cookie' : 'accept-encoding', which);
        assert.equal(Number(answer.headers['content-length']), answer.body.length, which);
        assert.ok(answer.body.equals(compressed ?? plain), `${which}: other bytes`);
        if (compressed) assert.ok(accepted.decode(compressed).equals(plain), `${which}: it contains another file`);
        if (compressed || !accepted) assert.ok(!tags.has(answer.headers.etag), `${which}: each form has a tag of its own`);
        tags.add(answer.headers.etag);

        const known = await call(name, { ...headers, 'if-none-match': answer.headers.etag });
        assert.deepEqual([known.status, known.body.length], [304, 0], which);
        const head = await call(name, headers, 'HEAD');
        assert.equal(head.body.length, 0, which);
        for (const header of ['content-length', 'content-encoding', 'content-type', 'etag']) {
          assert.equal(head.headers[header], answer.headers[header], `${which}: ${header}`);
        }
      }
    }
  });

  test('documents, scripts, styles and WebAssembly are sent compressed, fonts are not', async () => {
    const asBrowsersSay = { 'accept-encoding': 'gzip, deflate, br, zstd' };
    for (const name of names.filter((each) => /\.(html|js|css|wasm)$/.test(each) && built(each).length > 1000)) {
      assert.equal((await call(name, asBrowsersSay)).headers['content-encoding'], 'br', name);
    }
    for (const name of names.filter((each) => /\.woff2?$/.test(each))) {
      assert.equal((await call(name, asBrowsersSay)).headers['content-encoding'], undefined, name);
    }
  });

  test('a browser that accepts only brotli gets the page', async () => {
    const answer = await call('index.html', { 'accept-encoding': 'br, identity;q=0' });
    assert.deepEqual([answer.status, answer.headers['content-encoding']], [200, 'br']);
  });

  test('a compressed file cannot be fetched under its own name', async () => {
    const script = names.find((name) => /^assets\/.*\.js$/.test(name));
    assert.equal((await call(`${script}.br`)).status, 404);
    assert.ok((await call('index.html.gz')).body.equals(built('index.html')), 'any other path is a screen');
  });
});
