// Writes every kind of email to target/emails, as text and as HTML, and takes a screenshot of each on a phone, on a phone in dark
// mode, and on a desktop. Look at them after changing a text, the template or a color.
import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { SERVER } from './lib/build.mjs';
import { cargo } from './lib/cargo.mjs';
import { ensureHeadlessChromium } from './lib/machine.mjs';
import { root, ui } from './lib/paths.mjs';
import { Refusal, fail, step } from './lib/steps.mjs';

const folder = join(root, 'target', 'emails');
const TEST = 'mail::emails::every_message_is_complete_as_text_and_as_html';

/** The screens: width in pixels, and light or dark mode. */
const looks = [
  { name: 'phone', width: 390, colorScheme: 'light' },
  { name: 'phone-dark', width: 390, colorScheme: 'dark' },
  { name: 'desk', width: 700, colorScheme: 'light' },
];

async function write() {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const args = ['test', ...SERVER, '--test', 'http', '--', '--exact', TEST];
  await cargo(args, { log: 'emails', env: { STYLEBOX_WRITE_EMAILS: folder } });
  if (emails().length === 0) throw new Refusal(`The test ${TEST} wrote no email.`);
  return `${emails().length} emails`;
}

const emails = () => readdirSync(folder).filter((name) => name.endsWith('.html'));

async function draw(progress) {
  const { chromium } = createRequire(join(ui, 'package.json'))('playwright-core');
  const browser = await chromium.launch({ executablePath: await ensureHeadlessChromium(), args: ['--no-sandbox'] });
  try {
    for (const { name, width, colorScheme } of looks) {
      const page = await browser.newPage({ viewport: { width, height: 600 }, colorScheme });
      for (const email of emails()) {
        progress(`${name} ${email}`);
        await page.goto(pathToFileURL(join(folder, email)).href);
        const wide = await page.evaluate(() => document.documentElement.scrollWidth);
        if (wide > width) throw new Refusal(`${email} is ${wide} pixels wide on a screen of ${width}.`);
        await page.screenshot({ path: join(folder, email.replace('.html', `.${name}.png`)), fullPage: true });
      }
      await page.close();
    }
  } finally {
    await browser.close();
  }
}

async function main() {
  await step('Every email', write);
  await step('Their pictures', draw);
  console.log(`  Look at ${relative(root, folder)}.`);
}

main().catch(fail);
