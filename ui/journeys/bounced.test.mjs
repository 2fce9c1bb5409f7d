// An email server rejects a customer's address: the next page says so, and leads to the form that changes it.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { createInterface } from 'node:readline';
import { describe, test } from 'node:test';
import { call, registerAndEnter, until } from './steps.mjs';
import { openedWithParty, phone, visitAtPublicAddress } from './support.mjs';

/**
 * Starts an email server that rejects emails for addresses of `nowhere.example`, and takes none for now of `example.com`: the shop keeps
 * the text of those, with the link that this journey opens.
 */
async function startMail() {
  const server = createServer((socket) => void converse(socket).catch(() => socket.destroy()));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const sockets = new Set();
  server.on('connection', (socket) => sockets.add(socket));
  const env = {
    STYLEBOX_DEMO: 'true',
    STYLEBOX_MAIL: 'smtp',
    STYLEBOX_MAIL_HOST: '127.0.0.1',
    STYLEBOX_MAIL_PORT: String(server.address().port),
    STYLEBOX_MAIL_TLS: 'none',
    STYLEBOX_MAIL_FROM: 'Marlowe <hello@shop.example>',
  };
  const stop = async () => {
    for (const socket of sockets) socket.destroy();
    server.close();
    await once(server, 'close');
  };
  return { env, stop };
}

/** Speaks SMTP with the shop's server. */
async function converse(socket) {
  const say = (line) => socket.write(`${line}\r\n`);
  say('220 mail.example ESMTP');
  let isMessage = false;
  for await (const line of createInterface({ input: socket, crlfDelay: Infinity })) {
    if (isMessage) {
      isMessage = line !== '.';
      if (!isMessage) say('250 2.0.0 taken');
    } else if (/^EHLO/i.test(line)) {
      say('250 mail.example');
    } else if (/^RCPT TO:.*@nowhere\.example>/i.test(line)) {
      say('550 5.1.1 no such user');
    } else if (/^RCPT TO:.*@example\.com>/i.test(line)) {
      say('450 4.2.0 not now');
    } else if (/^DATA/i.test(line)) {
      isMessage = true;
      say('354 go on');
    } else if (/^QUIT/i.test(line)) {
      say('221 2.0.0 bye');
      socket.end();
    } else {
      say('250 2.0.0 ok');
    }
  }
}

const open = openedWithParty(startMail);

describe('a customer whose address rejects emails', () => {
  test('sees a notice on every page until the address is changed', async () => {
    const visitor = await visitAtPublicAddress(open, phone);
    const { page, look } = visitor;
    const [wrong, right] = ['ada@nowhere.example', 'ada@example.com'];
    await registerAndEnter(visitor, wrong, '/members/orderhistory');
    await page.getByRole('heading', { level: 1 }).waitFor();
    await untilBounced(page, true);

    await page.goto('/members/orderhistory');
    const notice = page.getByRole('region', { name: 'Your email address' });
    await notice.getByText(wrong).waitFor();
    await look('email-bounced');
    await notice.getByRole('link', { name: 'Check my email address' }).click();
    await page.waitForURL('**/account/management');
    // On the screen with the form, the notice has no link.
    await notice.getByText(wrong).waitFor();
    await notice.getByRole('link').waitFor({ state: 'detached' });
    await look('email-bounced-account');

    await page.getByLabel(/^Email/).fill(right);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.waitForURL('**/dashboard');
    // The old address stays until the link that was sent to the new one is opened.
    await notice.getByText(wrong).waitFor();
    const outbox = await (await page.request.get('/dev/outbox')).text();
    const [, path] = /(\/members\/confirm_email#token=\w+)/.exec(outbox) ?? [];
    assert.ok(path, 'a link was sent');
    await page.goto(path);
    await page.getByRole('button', { name: 'Confirm my email' }).click();
    await untilBounced(page, false);
    await page.goto('/members/orderhistory');
    await page.getByRole('heading', { level: 1 }).waitFor();
    await notice.waitFor({ state: 'detached' });
    assert.deepEqual(visitor.complaints(), []);
  });
});

/** Waits until `email_bounced` is `isBounced`. The outbox sends its emails every few seconds. */
const untilBounced = (page, isBounced) =>
  until(async () => (await call(page, 'get', '/api/account')).email_bounced === isBounced, `email_bounced is ${isBounced}`);
