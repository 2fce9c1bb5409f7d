// Parcels with a carrier's service: the customer sees where they are, and only the carrier reports it to the shop.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startDouble } from '../../scripts/lib/doubles.mjs';
import { checkOutByCall, orderByCall } from './steps.mjs';
import { openedWithParty, visit, widths } from './support.mjs';

const TOKEN = '0123456789abcdefghij';

const open = openedWithParty(async () => {
  const { url, tell, stop } = await startDouble('shippo');
  const env = {
    STYLEBOX_CARRIER: 'shippo',
    STYLEBOX_SHIPPO_URL: url,
    STYLEBOX_SHIPPO_KEY: 'shippo_test_double',
    STYLEBOX_SHIPPO_WEBHOOK_TOKEN: TOKEN,
    STYLEBOX_SHIPPO_FROM_NAME: 'Marlowe',
    STYLEBOX_SHIPPO_FROM_STREET: '901 Marquette Avenue',
    STYLEBOX_SHIPPO_FROM_CITY: 'Minneapolis',
    STYLEBOX_SHIPPO_FROM_STATE: 'MN',
    STYLEBOX_SHIPPO_FROM_ZIP: '55402',
    STYLEBOX_SHIPPO_BOX_INCHES: '16x12x5',
    STYLEBOX_SHIPPO_BOX_POUNDS: '6.5',
  };
  return { party: tell, env, stop };
});

/** The tracking codes of the newest parcel to a customer and of the newest return. */
async function newest() {
  const { out, back } = JSON.parse(await open.party('codes'));
  return { out: out.at(-1), back: back.at(-1) };
}

/** Lets the carrier scan a parcel: its service calls the shop, which then asks where the parcel is. */
async function scan(code, status, substatus) {
  const { now } = await (await fetch(`${open.shop.url}/api/status`)).json();
  const body = await open.party(`sees ${code} ${status} ${substatus} ${now}`);
  const called = await fetch(`${open.shop.url}/api/webhooks/shippo?token=${TOKEN}`, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body });
  assert.equal(called.status, 204);
  for (const job of ['webhooks', 'parcels']) await open.shop.runJob(job);
}

test('a box is delivered and returned with its labels, and the customer sees where it is', async () => {
  const visitor = await visit(open, widths[0]);
  const { page, look } = visitor;
  const order = await orderByCall(page, 'parcel@example.com');
  await open.shop.ops('style', order.code);
  assert.match(await open.shop.ops('ship', order.code), /\.pdf/);
  const { out: box, back } = await newest();
  await page.goto('/members/dashboard');
  await page.getByRole('heading', { name: 'Your box is being styled' }).waitFor();

  await scan(box, 'TRANSIT', 'package_accepted');
  await page.reload();
  await page.getByRole('heading', { name: 'Your box is on its way' }).waitFor();
  await page.getByText('in Memphis, TN').waitFor();
  assert.match(await page.getByRole('link', { name: /Track/ }).getAttribute('href'), new RegExp(`${box}$`));
  await look('parcel-on-its-way');
  await page.goto(`/members/orderhistory/${order.id}`);
  await page.getByText('in Memphis, TN').waitFor();
  await look('parcel-of-an-order');

  await scan(box, 'DELIVERED', 'delivered');
  await page.goto('/members/dashboard');
  await page.getByRole('heading', { name: 'Time to check out' }).waitFor();
  await checkOutByCall(page, order, { kept: 1, exchanges: true });

  // The exchange has a label of its own; the label of the return came with the box.
  await open.shop.ops('exchange', 'ship', order.code);
  await open.shop.runJob('labels');
  const exchange = await newest();
  assert.notEqual(exchange.out, box);
  assert.equal(exchange.back, back);
  await scan(exchange.out, 'TRANSIT', 'package_accepted');
  await scan(back, 'TRANSIT', 'package_accepted');
  await page.reload();
  await page.getByText('in Memphis, TN').waitFor();
  await look('parcel-on-its-way-back');
  await page.goto(`/members/orderhistory/${order.id}`);
  await page.getByRole('heading', { name: 'Your exchanges' }).waitFor();
  assert.equal(await page.getByText('in Memphis, TN').count(), 2);
  await look('parcels-of-a-checked-out-order');

  await scan(back, 'DELIVERED', 'delivered');
  assert.match(await open.shop.ops('attention'), new RegExp(`its return has come: look it over \\("ops receive ${order.code}"\\)`));
  await page.reload();
  await look('parcel-has-come-back');
  await open.shop.ops('receive', order.code);
  await open.shop.ops('complete', order.code);
  await page.reload();
  const wayBack = page.getByRole('region', { name: 'Your return' });
  await wayBack.waitFor();
  assert.match(await wayBack.innerText(), /Received\n\w+ \d+, \d{4}/);
  await look('parcels-of-a-finished-order');
  assert.deepEqual(visitor.complaints(), []);
});
