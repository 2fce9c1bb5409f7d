// `just bench page` measures a first visit on a phone to a release build: real Chromium, a slow network and processor, a new
// profile for each visit. Each screen is compared with a page that has the same text and no script. The members' screens are
// visited as a customer with 200 past orders. It ends with 0 whatever the numbers are, unless something could not be measured.
import { join } from 'node:path';
import { buildPage, buildReleaseServer, buildRules, buildServer, prepareMachine, releaseProgram, serverProgram } from '../lib/build.mjs';
import { temporaryFolder } from '../lib/exit.mjs';
import { ensureChromium } from '../lib/machine.mjs';
import { readOptions } from '../lib/options.mjs';
import { freePort, startServer } from '../lib/server.mjs';
import { Refusal, step } from '../lib/steps.mjs';
import { AIMS, LIGHTHOUSE_AIMS } from './page/aims.mjs';
import { scoreScreen } from './page/lighthouse.mjs';
import { memberPaths, screenPaths } from './page/screens.mjs';

const USAGE = `just bench page [--runs 5] [--only /login,/welcome] [--dev] [--no-lighthouse] [--json]

  --runs  visits of each screen; the median is printed
  --only  these paths alone
  --dev   the server as it is built for tests: quicker to build, and the figures are nearly the same
  --json  prints every visit too
  --no-lighthouse  without the scores of Lighthouse, which npx fetches`;

/** The aim for a members' screen: milliseconds until all of it is seen. What it loads before it can be used has budgets of its own. */
const MEMBER_AIMS = { shown: 7000 };

const OPTIONS = {
  runs: { type: 'string', default: '5' },
  only: { type: 'string' },
  dev: { type: 'boolean', default: false },
  json: { type: 'boolean', default: false },
  'no-lighthouse': { type: 'boolean', default: false },
  help: { type: 'boolean', default: false },
};

function read(args) {
  const values = readOptions(args, OPTIONS, USAGE);
  if (values.help || !/^[1-9]\d*$/.test(values.runs)) throw new Refusal(USAGE);
  return { ...values, runs: Number(values.runs), only: values.only?.split(',') };
}

const median = (numbers) => {
  const sorted = numbers.filter((number) => number !== null).sort((one, other) => one - other);
  if (sorted.length === 0) return null;
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
};

/** The median of each figure of several visits. */
function medians(visits) {
  const figures = Object.keys(visits[0]).filter((key) => typeof visits[0][key] === 'number' || visits[0][key] === null);
  return Object.fromEntries(figures.map((figure) => [figure, median(visits.map((visit) => visit[figure]))]));
}

const seconds = (ms) => (ms === null ? '–' : `${(ms / 1000).toFixed(2)} s`);
const milliseconds = (ms) => (ms === null ? '–' : `${ms.toFixed(0)} ms`);
const kilobytes = (bytes) => (bytes === null ? '–' : `${(bytes / 1000).toFixed(0)} KB`);

/** Lighthouse takes half a minute for a visit. */
const MOST_SCORED = 3;

/** The columns: title, the figure as text, and whether it meets its aim; null if there is nothing to compare. */
const COLUMNS = [
  ['largest paint', ({ paint }) => seconds(paint), ({ paint }) => paint <= AIMS.paint],
  ['without script', ({ plainPaint }) => seconds(plainPaint)],
  ['shift', ({ shift }) => shift.toFixed(3), ({ shift }) => shift < AIMS.shift],
  ['text and picture', ({ before }) => kilobytes(before), ({ before }) => before <= AIMS.before * 1000],
  ['usable', ({ usable }) => seconds(usable), ({ usable }) => (usable === null ? null : usable <= AIMS.usable)],
  ['files', ({ files }) => String(files), ({ files }) => files <= AIMS.files],
  ['bytes', ({ bytes }) => kilobytes(bytes)],
  ['key, loading', ({ early }) => milliseconds(early), ({ early }) => (early === null ? null : early <= AIMS.key)],
  ['key, usable', ({ late }) => milliseconds(late), ({ late }) => (late === null ? null : late <= AIMS.key)],
  ['fetched ahead', ({ ahead }) => String(ahead)],
];

const mark = (meetsAim) => (meetsAim === null ? '' : meetsAim ? ' ✓' : ' ✗');

/** The columns of a members' screen. */
const MEMBER_COLUMNS = [
  ['shown', ({ shown }) => seconds(shown), ({ shown }) => shown <= MEMBER_AIMS.shown],
  ...COLUMNS.filter(([title]) => ['shift', 'bytes'].includes(title)),
  ['files', ({ files }) => String(files)],
];

/** The columns of Lighthouse's scores. */
const LIGHTHOUSE_COLUMNS = Object.entries({ performance: 'performance', accessibility: 'accessibility', bestPractices: 'best practices', seo: 'SEO' }).map(
  ([name, title]) => [title, (scores) => String(scores[name]), (scores) => scores[name] >= LIGHTHOUSE_AIMS[name]],
);

const LIGHTHOUSE_NOTES = `
Lighthouse 12 on the public screens, as a phone, the median of ${MOST_SCORED} visits; it simulates the network. The aims are
${Object.values(LIGHTHOUSE_AIMS).join(', ')}.`;

const NOTES = `
largest paint     until the largest text or picture is there; the aim is ${seconds(AIMS.paint)}
without script    the same for a page with the same text and no script
shift             how much what is in sight moves by itself; the aim is under ${AIMS.shift}
text and picture  what is loaded until the largest paint, without scripts and fonts; the aim is ${AIMS.before} KB
usable            until the page answers: forms check, buttons work, the human check is there; the aim is ${seconds(AIMS.usable)}
files, bytes      what was fetched until then; the aim is ${AIMS.files} files
key, loading      the slowest answer to 40 keys that are typed from the first paint on; the aim is ${AIMS.key} ms
key, usable       the slowest answer to 8 keys that are typed once the page is usable; the aim is the same
fetched ahead     files fetched after it is usable`;

const MEMBER_NOTES = `
shown             until a signed-in customer with 200 past orders sees all of the screen; the aim is ${seconds(MEMBER_AIMS.shown)}
shift             as above
bytes, files      what was fetched until then, fonts, pictures and the last parts too, without the calls of the API; what the
                  screen needs before it can be used has a budget a route: npm --prefix ui run size`;

function show(rows, columns, notes) {
  const table = rows.map(({ path, figures }) => [
    path,
    ...columns.map(([, text, meets]) => `${text(figures)}${mark(meets?.(figures) ?? null)}`),
  ]);
  const heads = ['', ...columns.map(([title]) => title)];
  const widths = heads.map((head, column) => Math.max(head.length, ...table.map((cells) => cells[column].length)));
  const line = (cells) => cells.map((cell, column) => (column === 0 ? cell.padEnd(widths[0]) : cell.padStart(widths[column]))).join('  ');
  console.log(`\n${line(heads)}`);
  for (const cells of table) console.log(line(cells));
  console.log(notes);
}

/** Visits every screen. Returns the figures of each. */
async function visitAll({ chromium, url, runs, only }) {
  const { visitScreen, visitPlain, snapshotOf, typeInto, servePlain } = await import('./page/visit.mjs');
  const paths = screenPaths().filter((path) => !only || only.includes(path));
  const rows = [];
  for (const path of paths) {
    await step(`Visiting ${path}`, async (progress) => {
      const visits = [];
      const typed = [];
      const plain = [];
      const page = await snapshotOf({ chromium, url, path });
      const control = await servePlain(page);
      try {
        for (let run = 0; run < runs; run += 1) {
          progress(`${run + 1} of ${runs}`);
          visits.push(await visitScreen({ chromium, url, path }));
          plain.push(await visitPlain({ chromium, url: control.url }));
          if (page.hasInputs) typed.push(await typeInto({ chromium, url, path }));
        }
      } finally {
        await control.close();
      }
      const keys = page.hasInputs ? medians(typed) : { early: null, late: null };
      const figures = { ...medians(visits), plainPaint: medians(plain).paint, ...keys };
      rows.push({ path, figures, visits, plain, typed });
      return '';
    });
  }
  return rows;
}

/** Visits every members' screen as a customer with many past orders. Returns the figures of each. */
async function visitMembersAll({ chromium, url, runs, only }) {
  const { visitMembers } = await import('./page/visit.mjs');
  const { startCrowdedShop } = await import('./page/crowded.mjs');
  const { signInByCall } = await import('../../ui/journeys/steps.mjs');
  const { demo } = await (await fetch(new URL('/api/status', url))).json();
  const shop = await startCrowdedShop(url);
  const signIn = (page) => signInByCall(page, demo.customers.at(-1).email);
  const rows = [];
  try {
    for (const path of memberPaths().filter((one) => !only || only.includes(one))) {
      await step(`Visiting ${path}`, async (progress) => {
        const visits = [];
        for (let run = 0; run < runs; run += 1) {
          progress(`${run + 1} of ${runs}`);
          visits.push(await visitMembers({ chromium, url: shop.url, path, signIn }));
        }
        rows.push({ path, figures: medians(visits), visits });
        return '';
      });
    }
  } finally {
    await shop.close();
  }
  return rows;
}

/** Lets Lighthouse visit every public screen. Returns the scores of each. */
async function scoreAll({ chromium, url, runs, only }) {
  const rows = [];
  for (const path of screenPaths().filter((one) => !only || only.includes(one))) {
    await step(`Lighthouse on ${path}`, async () => {
      const visits = [];
      for (let visit = 0; visit < Math.min(runs, MOST_SCORED); visit += 1) visits.push(await scoreScreen({ chromium, url, path }));
      rows.push({ path, figures: medians(visits), visits });
      return [...new Set(visits.flatMap(({ failed }) => failed))].join('; ');
    });
  }
  return rows;
}

export async function bench(args) {
  const { runs, only, dev, json, 'no-lighthouse': withoutLighthouse } = read(args);
  await prepareMachine();
  await buildRules();
  await buildPage();
  await (dev ? buildServer() : buildReleaseServer());
  const chromium = await ensureChromium();
  const { folder, remove } = temporaryFolder('stylebox-bench-page-');
  const server = await startServer({
    program: dev ? serverProgram : releaseProgram,
    port: await freePort(),
    databaseUrl: `sqlite:${join(folder, 'stylebox.db')}`,
    args: ['--demo', '--simulator-seconds', '0'],
  });
  try {
    const rows = await visitAll({ chromium, url: server.url, runs, only });
    if (rows.length > 0) show(rows, COLUMNS, NOTES);
    const members = await visitMembersAll({ chromium, url: server.url, runs, only });
    if (members.length > 0) show(members, MEMBER_COLUMNS, MEMBER_NOTES);
    const scores = withoutLighthouse ? [] : await scoreAll({ chromium, url: server.url, runs, only });
    if (scores.length > 0) show(scores, LIGHTHOUSE_COLUMNS, LIGHTHOUSE_NOTES);
    if (json) console.log(JSON.stringify([...rows, ...members, ...scores], null, 1));
  } finally {
    await server.stop();
    remove();
  }
}
