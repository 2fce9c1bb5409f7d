// Photos that the browser sends directly to a bucket and loads from there, under the bucket's CORS rules and the content security policy.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startDouble } from '../../scripts/lib/doubles.mjs';
import { registerByCall } from './steps.mjs';
import { openedWithParty, visit, widths } from './support.mjs';

const bucket = '/marlowe-photos/';

const open = openedWithParty(async () => {
  const { url, stop } = await startDouble('s3');
  const env = {
    STYLEBOX_PHOTOS: 's3',
    STYLEBOX_S3_URL: url,
    STYLEBOX_S3_STYLE: 'path',
    STYLEBOX_S3_REGION: 'us-east-1',
    STYLEBOX_S3_BUCKET: 'marlowe-photos',
    STYLEBOX_S3_ACCESS_KEY: 'AKIAIOSFODNN7EXAMPLE',
    STYLEBOX_S3_SECRET_KEY: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
  };
  return { party: url, env, stop };
});

test('a customer sends a photo to the bucket, tries again after the bucket refused it, and sees it from there', async () => {
  const visitor = await visit(open, widths[0]);
  const { page } = visitor;
  visitor.expect(503, `${bucket}staging/.*`);
  await registerByCall(page, 'bucket@example.com');
  await page.goto('/members/quiz/13');
  const group = page.getByRole('group', { name: /Show us how you dress/ });
  const chooser = group.getByLabel(/^(Choose|Add more) photos$/).and(page.locator('input'));
  const photos = group.getByRole('img', { name: /^Your outfit/ });
  const sent = [];
  page.on('request', (request) => {
    if (request.method() === 'PUT') sent.push(request);
  });

  await group.waitFor();
  const picture = { mimeType: 'image/png', buffer: await page.screenshot() };
  await chooser.setInputFiles({ name: 'first.png', ...picture });
  await photos.first().waitFor();
  const [put] = sent;
  assert.ok(put.url().startsWith(`${open.party}${bucket}staging/`), put.url());
  assert.equal(put.headers()['content-type'], 'image/png');
  assert.equal(put.headers()['cookie'], undefined, 'the bucket learns nothing of the session');

  await page.route(`**${bucket}staging/**`, (route) => route.fulfill({ status: 503, headers: { 'Access-Control-Allow-Origin': '*' } }), { times: 1 });
  await chooser.setInputFiles({ name: 'second.png', ...picture });
  await group.getByRole('alert').waitFor();
  await group.getByRole('button', { name: 'Try again with second.png' }).click();
  await photos.nth(1).waitFor();

  await page.getByText('Saved', { exact: false }).first().waitFor();
  const seen = page.waitForResponse((answer) => answer.url().startsWith(`${open.party}${bucket}photos/`));
  await page.reload();
  await photos.nth(1).waitFor();
  await photos.evaluateAll((images) => Promise.all(images.map((image) => image.decode())));
  assert.equal((await seen).status(), 200);
  assert.deepEqual(visitor.complaints(), []);
});
