// Lighthouse's four scores of a screen on a phone. It simulates the network, so its times are not those of the other tables.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '../../lib/exit.mjs';
import { run } from '../../lib/steps.mjs';
import { addressOf } from './screens.mjs';

/** The last version that runs on Node 20. npx fetches it from npm the first time. */
const LIGHTHOUSE = 'lighthouse@12.8.2';

/** Our names for Lighthouse's categories. */
const CATEGORIES = { performance: 'performance', accessibility: 'accessibility', 'best-practices': 'bestPractices', seo: 'seo' };

/** The scores of one visit, from 0 to 100, and the title of each audit that is not passed. */
export async function scoreScreen({ chromium, url, path }) {
  const { folder, remove } = temporaryFolder('stylebox-lighthouse-');
  const report = join(folder, 'report.json');
  const address = addressOf(url, path);
  const flags = ['--quiet', '--output=json', `--output-path=${report}`, '--chrome-flags=--headless=new --no-sandbox'];
  const categories = `--only-categories=${Object.keys(CATEGORIES).join()}`;
  const visit = () => run('npx', ['--yes', LIGHTHOUSE, address, ...flags, categories], { log: 'lighthouse', env: { CHROME_PATH: chromium } });
  try {
    // On a busy machine it may miss the start of the page, and asks to be run again.
    await visit().catch(visit);
    return readReport(JSON.parse(readFileSync(report, 'utf8')));
  } finally {
    remove();
  }
}

/** What a report of Lighthouse says. */
export function readReport({ categories, audits }) {
  const scores = Object.entries(CATEGORIES).map(([theirs, ours]) => [ours, Math.round(categories[theirs].score * 100)]);
  const counted = Object.keys(CATEGORIES).flatMap((name) => categories[name].auditRefs.filter(({ weight }) => weight > 0));
  const failed = counted.map(({ id }) => audits[id]).filter(({ score }) => score !== null && score < 0.9);
  return { ...Object.fromEntries(scores), failed: [...new Set(failed.map(({ title }) => title))] };
}
