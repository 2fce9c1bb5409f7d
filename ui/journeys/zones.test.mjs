// The same instant gives the same answers in every time zone of the browser.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, test } from 'node:test';
import { suitesUnder } from '../../scripts/fixtures/files.mjs';
import { root } from '../../scripts/lib/paths.mjs';
import { signInByCall } from './steps.mjs';
import { opened, visit, widths } from './support.mjs';

const [, desk] = widths;
const ZONES = ['Pacific/Honolulu', 'America/Chicago', 'Asia/Kolkata', 'Pacific/Auckland'];

/** A Friday in the shop's time zone, at 12:30 AM and at 9:30 PM, with the day of the month in each zone. */
const INSTANTS = [
  {
    now: '2026-11-20T06:30:00Z',
    days: { 'Pacific/Honolulu': 19, 'America/Chicago': 20, 'Asia/Kolkata': 20, 'Pacific/Auckland': 20 },
  },
  {
    now: '2026-11-21T03:30:00Z',
    days: { 'Pacific/Honolulu': 20, 'America/Chicago': 20, 'Asia/Kolkata': 21, 'Pacific/Auckland': 21 },
  },
];

/** Why each day after that Friday is closed, worked out by hand; null if it is open. */
const DAYS = {
  '2026-11-19': 'past',
  '2026-11-20': 'ship_date_past',
  '2026-11-21': 'ship_date_past',
  '2026-11-22': 'sunday',
  '2026-11-23': 'friday_cutoff',
  '2026-11-24': 'friday_cutoff',
  '2026-11-25': 'friday_cutoff',
  // Thanksgiving, and the day after it.
  '2026-11-26': 'holiday',
  '2026-11-27': 'holiday',
  '2026-11-28': null,
  '2026-11-29': 'sunday',
  // A box for this Monday leaves on the Wednesday before the long weekend.
  '2026-11-30': null,
  // Six months ahead, and one day more.
  '2027-05-20': null,
  '2027-05-21': 'too_far',
};
/** The first open day that is at least four days after today. */
const PROPOSED = '2026-11-28';

/** All rules. The page has no functions for those that only the server asks. */
const known = JSON.parse(readFileSync(join(root, 'core', 'rules.json'), 'utf8'));
const ofServer = new Set(known.filter(({ asked_by: who }) => who === 'server').map(({ id }) => id));

const open = opened();

for (const timezoneId of ZONES) {
  describe(`in ${timezoneId}`, () => {
    test('the page gives the expected answer to every golden case of every rule that it can ask', async () => {
      const context = await open.browser.newContext({ timezoneId });
      const page = await context.newPage();
      await openRules(page);
      for (const { now, days } of INSTANTS) assert.equal(await localDay(page, now), days[timezoneId]);

      const suites = suitesUnder(join(root, 'fixtures')).filter(({ rule }) => !ofServer.has(rule));
      const { answered, failures } = await page.evaluate(answerAll, suites);
      assert.deepEqual(failures, []);
      assert.equal(answered, suites.flatMap(({ cases }) => cases).length);
    });

    for (const { now, days } of INSTANTS) {
      test(`the delivery calendar shows the days of the shop's time zone at ${now}`, async () => {
        const { page, complaints } = await visit(open, desk, { timezoneId });
        await setServerClock(page, now);
        // The device's clock is right, so that its day differs from the shop's only because of the time zone.
        await page.clock.setSystemTime(new Date(now));
        await signInByCall(page, 'ann@example.com');
        await page.goto('/members/quiz/delivery');
        assert.equal(await localDay(page, now), days[timezoneId]);
        await page.getByRole('heading', { name: 'How would you like to get your box?' }).waitFor();
        await page.getByText('Your first box arrives on Saturday, November 28').waitFor();
        const shown = await readCalendar(page);
        assert.deepEqual(Object.fromEntries(Object.keys(DAYS).map((day) => [day, shown.days[day]])), DAYS);
        assert.deepEqual(shown.chosen, [PROPOSED]);
        assert.deepEqual(shown.today, ['2026-11-20']);
        assert.deepEqual(shown.calledToday, ['Today, Friday, November 20, 2026']);
        sameEverywhere(shown);
        assert.deepEqual(complaints(), []);
      });
    }
  });
}

/** The day of the month in the browser's zone. */
const localDay = (page, now) => page.evaluate((instant) => new Date(instant).getDate(), now);

let first = null;
/** Checks that a calendar shows the same as the first one. */
function sameEverywhere(shown) {
  first ??= shown;
  assert.deepEqual(shown, first);
}

/** An empty page that can import the built rules and the fixture runner. */
async function openRules(page) {
  const files = [
    'core-wasm/pkg/door.js',
    'core-wasm/pkg/stylebox_core_wasm_bg.js',
    'core-wasm/pkg/stylebox_core_wasm_bg.wasm',
    'core-wasm/pkg/stylebox_core_wasm.d.ts',
    'core/rules.json',
    'scripts/fixtures/typed.mjs',
    'scripts/fixtures/compare.mjs',
  ];
  const types = { html: 'text/html', js: 'text/javascript', json: 'application/json', mjs: 'text/javascript', ts: 'text/plain', wasm: 'application/wasm' };
  const bodies = new Map(files.map((file) => [basename(file), readFileSync(join(root, file))]));
  // The door imports this module to start the WebAssembly. Here the page starts it.
  bodies.set('stylebox_core_wasm.js', Buffer.from(''));
  bodies.set('rules.html', Buffer.from('<!doctype html><title>Rules</title>'));
  await page.route('http://rules.test/*', (route) => {
    const name = basename(new URL(route.request().url()).pathname);
    const body = bodies.get(name);
    return body ? route.fulfill({ body, contentType: types[name.split('.').at(-1)] }) : route.abort();
  });
  await page.goto('http://rules.test/rules.html');
}

/** Runs in the page: answers each case with the page's typed functions and collects the differences. */
async function answerAll(suites) {
  const [core, door, { typedRules }, { differences }] = await Promise.all(
    ['stylebox_core_wasm_bg.js', 'door.js', 'typed.mjs', 'compare.mjs'].map((name) => import(`http://rules.test/${name}`)),
  );
  const declarations = await (await fetch('/stylebox_core_wasm.d.ts')).text();
  const table = await (await fetch('/rules.json')).json();
  const { instance } = await WebAssembly.instantiateStreaming(fetch('/stylebox_core_wasm_bg.wasm'), {
    './stylebox_core_wasm_bg.js': core,
  });
  core.__wbg_set_wasm(instance.exports);
  instance.exports.__wbindgen_start();

  const rules = typedRules(door, declarations, table);
  let answered = 0;
  const failures = [];
  for (const { rule, cases } of suites) {
    for (const one of cases) {
      const lines = differences(one, rules.answer({ rule, input: one.input, terms: one.terms }));
      answered += 1;
      if (lines.length > 0) failures.push(`${rule}: ${one.name}: ${lines.join('; ')}`);
    }
  }
  return { answered, failures };
}

/** Sets the time that the server tells the page. */
const setServerClock = (page, now) =>
  page.route('**/api/status', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), now } });
  });

/** Reads the calendar to its last month: why each day is closed, which is today, and which is chosen. */
async function readCalendar(page) {
  const calendar = page.getByRole('application', { name: /The day your first box arrives/ });
  const later = calendar.getByRole('button', { name: 'Next month' });
  const shown = { days: {}, today: [], calledToday: [], chosen: [] };
  for (;;) {
    const cells = await calendar.locator('[data-day]:not([data-outside-month])').evaluateAll((found) =>
      found.map((cell) => {
        const { day, blocked = null, now } = cell.dataset;
        const label = cell.getAttribute('aria-label');
        return { day, blocked, now: now === 'true', label, chosen: cell.closest('[aria-selected=true]') !== null };
      }),
    );
    for (const { day, blocked, now, label, chosen } of cells) {
      shown.days[day] = blocked;
      if (label.startsWith('Today') && !shown.calledToday.includes(label)) shown.calledToday.push(label);
      if (now && !shown.today.includes(day)) shown.today.push(day);
      if (chosen && !shown.chosen.includes(day)) shown.chosen.push(day);
    }
    if (await later.isDisabled()) return shown;
    await later.click();
  }
}
