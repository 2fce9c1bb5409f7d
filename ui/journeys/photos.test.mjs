// Photos in the quiz: chosen, refused once and tried again, removed, on a phone and on a desk.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { registerByCall } from './steps.mjs';
import { opened, visit, widths } from './support.mjs';

const open = opened();

for (const size of widths) {
  describe(`at ${size.width} wide`, () => {
    test('photos are kept over a reload, and one that fails is tried again', async () => {
      const visitor = await visit(open, size, { hasTouch: size.width < 768 });
      const { page, look } = visitor;
      visitor.expect(503, '/uploads/.*');
      await registerByCall(page, `photos${size.name}@example.com`);
      await page.goto('/members/quiz/13');

      const group = page.getByRole('group', { name: /Show me how you dress/ });
      const chooser = group.getByLabel(/^(Choose|Add more) photos$/).and(page.locator('input'));
      const photos = group.getByRole('img', { name: /^Your outfit/ });
      const picture = async (name) => ({ name, mimeType: 'image/png', buffer: await page.screenshot() });

      await chooser.setInputFiles([await picture('first.png'), await picture('second.png')]);
      await photos.nth(1).waitFor();
      await page.route('**/uploads/**', (route) => route.fulfill({ status: 503, json: { errors: { photos_unavailable: 'Photos cannot be reached at the moment.' } } }), { times: 1 });
      await chooser.setInputFiles([await picture('third.png')]);
      await group.getByRole('alert').waitFor();
      await group.scrollIntoViewIfNeeded();
      await look('quiz-photos-failed');
      await group.getByRole('button', { name: 'Try again with third.png' }).click();
      await photos.nth(2).waitFor();

      await group.getByRole('button', { name: 'Remove photo 2' }).click();
      await page.getByText('2 of 5 photos').waitFor();
      await page.getByText('Saved', { exact: false }).first().waitFor();
      await page.reload();
      await photos.nth(1).waitFor();
      assert.equal(await photos.count(), 2);
      const sizes = await photos.evaluateAll((images) => images.map((image) => image.naturalWidth));
      assert.ok(sizes.every((width) => width > 0), 'the server shows the photos to their owner');
      await look('quiz-photos');
      assert.deepEqual(visitor.complaints(), []);
    });
  });
}
