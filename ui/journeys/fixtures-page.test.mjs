// The page that `just fixtures --report` writes, opened as a file with ten thousand cases.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { pageOf } from '../../scripts/fixtures/page.mjs';
import { openBrowser, violationsOn, widths } from './support.mjs';

const HOSTILE = '</script><b>bold</b><img src=x onerror=alert(1)>';
const right = { answer: { answer: 1 }, lines: [] };
const wrong = { answer: { answer: HOSTILE }, lines: [`$: expected 1, got ${JSON.stringify(HOSTILE)}`] };

const suites = ['login.validate', 'mask.zip'].map((rule) => ({
  rule,
  cases: Array.from({ length: 5_000 }, (_, index) => ({ name: `${rule} case ${index}`, input: { value: index }, expect: 1 })),
}));
suites[1].cases[7].name = HOSTILE;

/** One case fails on all engines, and one over HTTP only. */
const run = (engine) => ({
  engine,
  seconds: 1.5,
  results: suites.map(({ cases }, suite) =>
    cases.map((_, index) => ((suite === 1 && index === 7) || (engine === 'http' && suite === 0 && index === 3) ? wrong : right)),
  ),
});

let browser;
let folder;
let address;
before(async () => {
  folder = mkdtempSync(join(tmpdir(), 'stylebox-page-'));
  const file = join(folder, 'page.html');
  writeFileSync(file, pageOf({ folder: 'cases', written: '2026-11-20T18:00:00Z', suites, runs: ['native', 'http'].map(run) }));
  address = pathToFileURL(file).href;
  browser = await openBrowser();
});
after(async () => {
  await browser?.close();
  rmSync(folder, { recursive: true, force: true });
});

// Each color scheme is tested at one width, because colors do not depend on it.
for (const [index, colorScheme] of ['light', 'dark'].entries()) {
  const { name, width, height } = widths[index];
  test(`a reader filters, opens and reads the cases, ${name} wide, ${colorScheme}`, async () => {
    const context = await browser.newContext({ viewport: { width, height }, colorScheme });
    const page = await context.newPage();
    const faults = [];
    page.on('pageerror', (error) => faults.push(String(error)));
    page.on('dialog', (dialog) => faults.push(`a dialog: ${dialog.message()}`) && dialog.dismiss());
    page.on('request', (request) => request.url() === address || faults.push(`asks for ${request.url()}`));
    await page.goto(address);
    const count = page.getByRole('status');
    const rows = page.locator('#cases > li');

    // Failures come first.
    assert.equal(await page.getByRole('heading', { level: 1 }).textContent(), '2 cases failed');
    assert.equal(await count.textContent(), '2 of 10,000 cases');
    await page.getByLabel('Judged by').selectOption('native');
    assert.equal(await count.textContent(), '1 of 10,000 cases');

    // Open the case with the keyboard.
    await rows.first().locator('summary').focus();
    await page.keyboard.press('Enter');
    await page.getByText('$: expected 1, got').first().waitFor();
    assert.ok((await rows.first().innerText()).includes(HOSTILE), 'a name is text');
    assert.equal(await page.locator('#cases b, #cases img').count(), 0);
    assert.deepEqual((await violationsOn(page)).map(({ id, help }) => `${id}: ${help}`), []);
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth), 0);

    await page.getByRole('button', { name: 'Show all cases' }).click();
    assert.equal(await count.textContent(), '10,000 of 10,000 cases');
    assert.equal(await rows.count(), 100);
    await page.getByRole('button', { name: 'Show 100 more' }).click();
    assert.equal(await rows.count(), 200);
    await page.getByLabel('Area or rule').selectOption('mask.zip');
    await page.getByLabel('Name, input or answer holds').fill('VALUE 4999');
    assert.equal(await count.textContent(), '1 of 10,000 cases');
    await page.getByLabel('Failed', { exact: true }).check();
    assert.equal(await count.textContent(), 'No case fits.');

    // A reload keeps the filters.
    await page.reload();
    assert.equal(await count.textContent(), 'No case fits.');
    assert.equal(await page.getByLabel('Name, input or answer holds').inputValue(), 'VALUE 4999');
    assert.deepEqual(faults, []);
    await context.close();
  });
}
