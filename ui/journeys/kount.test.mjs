// The fraud check Kount, with doubles of its calls and of its script, which the operator provides. The shop serves the script; it is
// started with the id of the session, and the content security policy lets it call Kount. An order is evaluated under the same id.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { call, orderByCall, signInByCall } from './steps.mjs';
import { desk, openedWithParty, visit } from './support.mjs';

/** A double of Kount's script: fetches its settings, and shows a frame. */
const kit = `export default function kountSDK(config, sessionID) {
  window.started = { config, sessionID };
  const kount = 'https://tst.kaptcha.com';
  void fetch(kount + '/cs/config?s=' + sessionID).then(() => {
    const frame = document.createElement('iframe');
    frame.title = 'Kount';
    frame.style.width = frame.style.height = '1px';
    frame.src = kount + '/logo.htm?s=' + sessionID;
    document.body.append(frame);
  });
}
`;

/** Starts a double of Kount that approves every order. Returns it with the settings of a server that uses it. `party` lists the orders. */
async function startKount() {
  const folder = mkdtempSync(join(tmpdir(), 'stylebox-kount-'));
  const script = join(folder, 'kount-web-client-sdk.js');
  writeFileSync(script, kit);
  const asked = [];
  const server = createServer(async (request, response) => {
    const body = await text(request);
    const isToken = request.url === '/token';
    if (!isToken) asked.push(JSON.parse(body));
    const approved = () => ({ order: { merchantOrderId: asked.at(-1).merchantOrderId, riskInquiry: { decision: 'APPROVE' } } });
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify(isToken ? { access_token: 'token', token_type: 'Bearer', expires_in: 1200 } : approved()));
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${server.address().port}`;
  const env = {
    STYLEBOX_DEMO: 'true',
    STYLEBOX_FRAUD: 'kount',
    STYLEBOX_KOUNT_API_KEY: 'ZG91Ymxl',
    STYLEBOX_KOUNT_CLIENT_ID: '900900',
    STYLEBOX_KOUNT_COLLECTOR: script,
    STYLEBOX_KOUNT_URL: url,
    STYLEBOX_KOUNT_TOKEN_URL: `${url}/token`,
  };
  const stop = async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    rmSync(folder, { recursive: true });
  };
  return { party: asked, env, stop };
}

const open = openedWithParty(startKount);

test('Kount observes the browser of a signed-in customer, and evaluates the order, under the id of the session', async () => {
  const visitor = await visit(open, desk);
  const { page, look } = visitor;
  const calls = [];
  await page.route('https://tst.kaptcha.com/**', (route) => {
    calls.push(new URL(route.request().url()));
    return route.fulfill({ contentType: 'text/html', headers: { 'Access-Control-Allow-Origin': '*' }, body: '<!doctype html>' });
  });
  await page.goto('/members/welcome');
  await page.waitForLoadState('networkidle');
  assert.equal(await page.evaluate(() => 'started' in window), false, 'Kount observes no visitor who is not signed in');

  const email = 'watched@example.com';
  const order = await orderByCall(page, email);
  const first = await watched(page);
  assert.deepEqual(first.config, { clientID: '900900', environment: 'TEST', isSinglePageApp: true });
  assert.equal(first.sessionID, (await call(page, 'get', '/api/account')).kount_session_id);
  await look('watched');
  const told = calls.map(({ pathname, searchParams }) => [pathname, searchParams.get('s')]);
  assert.deepEqual(told.slice(0, 2), [['/cs/config', first.sessionID], ['/logo.htm', first.sessionID]]);

  await open.shop.ops('style', order.code);
  const { deviceSessionId, account } = open.party.find(({ merchantOrderId }) => merchantOrderId === order.code);
  assert.deepEqual([deviceSessionId, account.username], [first.sessionID, email]);

  await signInByCall(page, email);
  const second = await watched(page);
  assert.notEqual(second.sessionID, first.sessionID);
  assert.deepEqual(visitor.complaints(), []);
});

/** Opens a page of the members' area. Returns how Kount's script was started there. */
async function watched(page) {
  const framed = page.waitForRequest('https://tst.kaptcha.com/logo.htm**');
  await page.goto('/members/orderhistory');
  await framed;
  return page.evaluate(() => window.started);
}
