// `just faults --kills N`: real servers, a real database and customers at work, while processes are killed (docs/faults.md).
import { copyFileSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { buildServerAndDoubles, serverProgram } from '../lib/build.mjs';
import { startDouble } from '../lib/doubles.mjs';
import { atExit } from '../lib/exit.mjs';
import { root } from '../lib/paths.mjs';
import { withBreakablePostgres } from '../lib/postgres.mjs';
import { Refusal, step } from '../lib/steps.mjs';
import { lines } from './counts.mjs';
import { harmOf, mountSmallDisk, unmount } from './harm.mjs';
import { atWork } from './people.mjs';
import { prove } from './prove.mjs';
import { keepLedger, openShop } from './shop.mjs';

/** How long customers work before something goes wrong, at most. */
const WORK_MS = 2_000;
/** The most seconds until the service answers after its database is back, or has room again. */
const ANSWERS_WITHIN_S = 2;

/** Something goes wrong, once. */
async function breakOnce(shop, totals) {
  const harm = harmOf(shop);
  const name = shop.chance.pick(Object.keys(harm).flatMap((each) => Array(harm[each].often).fill(each)));
  const { kills, does, after } = harm[name];
  const lasted = await does(shop);
  totals.kills += kills;
  totals.harm[name] = (totals.harm[name] ?? 0) + 1;
  (totals.seconds[after] ??= []).push(lasted);
  if (after !== 'server' && lasted > ANSWERS_WITHIN_S) throw new Refusal(`The service answered ${lasted.toFixed(1)} s after its ${after} was back.`);
}

/** Lets customers work, and things go wrong, until the shop has had its customers or `totals` has all the kills. Then compares. */
async function live(shop, { kills, totals, progress }) {
  const people = atWork(shop);
  while (totals.kills < kills && people.areWorking()) {
    await pause(shop.chance.below(WORK_MS));
    await breakOnce(shop, totals);
    progress(`${totals.kills} kills, ${totals.made.checkouts ?? 0} checkouts`);
  }
  await people.stop();
  await prove(shop);
}

async function inShop(settings, run) {
  const shop = await openShop({ ...settings, totals: run.totals });
  try {
    await live(shop, run);
  } catch (error) {
    keepLedger(shop);
    throw new Refusal(`The seed ${shop.seed} differs: ${error instanceof Refusal ? error.message : error.stack}\n\nLogs, ledger and answers: ${shop.folder}`);
  } finally {
    await shop.stop();
  }
}

/** A shop of its own: a disk, a gateway, a database and servers. */
async function oneShop(given, run) {
  const { engine, folder, disk } = given;
  mkdirSync(folder, { recursive: true });
  const isSmall = mountSmallDisk(disk, engine);
  if (!isSmall && run.totals.shops === 0) console.log('This user may not mount a small disk: it does not fill in this run.');
  const gateway = await startDouble('stripe');
  const settings = { ...given, isSmall, gateway: gateway.url };
  try {
    if (engine === 'sqlite') await inShop(settings, run);
    else await withBreakablePostgres(join(disk, 'postgres'), (database) => inShop({ ...settings, database }, run));
  } finally {
    await gateway.stop();
    if (isSmall) unmount(disk);
  }
}

const median = (all) => {
  const inOrder = [...all].sort((one, other) => one - other);
  return `median ${inOrder[inOrder.length >> 1].toFixed(2)} s, worst ${inOrder.at(-1).toFixed(2)} s, of ${inOrder.length}`;
};

function show({ kills, shops, harm, made, answers, seconds }) {
  const calls = Object.values(answers).reduce((all, number) => all + number, 0);
  const times = Object.entries(seconds).map(([name, all]) => `  until it answers after the return of the ${name}: ${median(all)}`);
  console.log([`\n${kills} kills in ${shops} shops, ${calls} calls, no difference.`, ...lines(harm), ...lines(made), 'Answers:', ...lines(answers), ...times].join('\n'));
}

/** Runs shops, from the one of the seed on, until `kills` processes were killed. */
export async function killing({ engine, kills, seed }) {
  await buildServerAndDoubles({ withTests: false });
  const all = join(root, 'target', 'faults', `kills-${engine}-${seed}`);
  const disk = join(all, 'disk');
  // An earlier run may have been killed.
  unmount(disk);
  rmSync(all, { recursive: true, force: true });
  // If a signal ends this program: what writes there has ended by then.
  atExit(() => unmount(disk));
  mkdirSync(all, { recursive: true });
  // A build meanwhile does not change what runs here.
  const program = join(all, 'stylebox-server');
  copyFileSync(serverProgram, program);
  const totals = { kills: 0, shops: 0, harm: {}, made: {}, answers: {}, seconds: {} };
  await step(`${kills} kills on ${engine}, from the seed ${seed}`, async (progress) => {
    for (; totals.kills < kills; totals.shops += 1) {
      const own = seed + totals.shops;
      const folder = join(all, `shop-${own}`);
      await oneShop({ engine, seed: own, folder, disk, program }, { kills, totals, progress });
      rmSync(folder, { recursive: true });
    }
  });
  show(totals);
}
