// Photos in the quiz: chosen, taken with a phone or dropped on a desktop, refused once and tried again, removed.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { registerByCall } from './steps.mjs';
import { opened, visit, widths } from './support.mjs';

const [phone] = widths;

const open = opened();

for (const size of widths) {
  describe(`at ${size.width} wide`, () => {
    test('a customer’s photos survive a reload, and one that fails can be tried again', async () => {
      const visitor = await visit(open, size, { hasTouch: size === phone });
      const { page, lookHere } = visitor;
      visitor.expect(503, '/uploads/.*');
      await registerByCall(page, `photos${size.name}@example.com`);
      await page.goto('/members/quiz/13');

      const group = page.getByRole('group', { name: /Show us how you dress/ });
      const chooser = group.getByLabel(/^(Choose|Add more) photos$/).and(page.locator('input'));
      const photos = group.getByRole('img', { name: /^Your outfit/ });
      const picture = async (name) => ({ name, mimeType: 'image/png', buffer: await page.screenshot({ fullPage: true }) });

      await group.waitFor();
      const upload = await slowUpload(page);
      await chooser.setInputFiles([await picture('first.png'), await picture('second.png')]);
      for (const name of ['first.png', 'second.png']) await group.getByRole('progressbar', { name: `Uploading ${name}` }).waitFor();
      await group.locator('progress:not([value="0"])').first().waitFor();
      await group.scrollIntoViewIfNeeded();
      await lookHere('quiz-photos-sending');
      await upload.goOn();
      await photos.nth(1).waitFor();

      await page.route('**/uploads/**', (route) => route.fulfill({ status: 503, json: { errors: { photos_unavailable: 'Photos are not available right now.' } } }), { times: 1 });
      const third = await picture('third.png');
      if (size === phone) await takePhoto(page, group, third);
      else await dropPhoto(group, third);
      await group.getByRole('alert').waitFor();
      await lookHere('quiz-photos-failed');
      await group.getByRole('button', { name: 'Try again with third.png' }).click();
      await photos.nth(2).waitFor();

      await group.getByRole('button', { name: 'Remove photo 2' }).click();
      await page.getByText('2 of 5 photos', { exact: true }).waitFor();
      await page.getByText('Saved', { exact: false }).first().waitFor();
      await page.reload();
      await photos.nth(1).waitFor();
      assert.equal(await photos.count(), 2);
      // `decode` fails for a picture that cannot be loaded: the server shows the photos to their owner.
      await photos.evaluateAll((images) => Promise.all(images.map((image) => image.decode())));
      await lookHere('quiz-photos');
      assert.deepEqual(visitor.complaints(), []);
    });
  });
}

/** Makes uploads so slow that they do not finish until `goOn` is called. */
async function slowUpload(page) {
  const client = await page.context().newCDPSession(page);
  const limit = (uploadThroughput) =>
    client.send('Network.emulateNetworkConditions', { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput });
  await client.send('Network.enable');
  await limit(2000);
  return { goOn: () => limit(-1) };
}

/** Takes a photo with the phone's camera; in the test a file chooser opens instead. */
async function takePhoto(page, group, photo) {
  const opens = page.waitForEvent('filechooser');
  await group.getByRole('button', { name: 'Take a photo' }).tap();
  const chooser = await opens;
  assert.equal(await chooser.element().getAttribute('capture'), 'environment');
  await chooser.setFiles(photo);
}

/** Drops a photo on the place that the page names for it. */
async function dropPhoto(group, { name, mimeType, buffer }) {
  const isTaken = await group.getByText('or drop them here').evaluate(
    (target, photo) => {
      const dataTransfer = new DataTransfer();
      const bytes = Uint8Array.from(atob(photo.base64), (each) => each.charCodeAt(0));
      dataTransfer.items.add(new File([bytes], photo.name, { type: photo.mimeType }));
      const event = (type) => new DragEvent(type, { bubbles: true, cancelable: true, dataTransfer });
      // A browser allows a drop only if `dragover` was cancelled.
      return !target.dispatchEvent(event('dragover')) && !target.dispatchEvent(event('drop'));
    },
    { name, mimeType, base64: buffer.toString('base64') },
  );
  assert.ok(isTaken, 'the page takes what is dropped');
}
