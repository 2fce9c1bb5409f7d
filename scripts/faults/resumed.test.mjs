// `just faults` goes on where it was cut off, adds up what happened, and prints a difference. A script takes the place of cargo and of the
// test: it notes the shops that it is asked for, and reports what the test would.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { root } from '../lib/paths.mjs';
import { inPlaceOf } from '../lib/testing.mjs';

const CARGO = `#!/bin/sh
echo "$STYLEBOX_FAULTS_SEED $STYLEBOX_FAULTS_SHOPS" >> "$NOTE"
if [ "$STYLEBOX_FAULTS_SEED" = "$FAILS_AT" ]; then exit 1; fi
counts="{\\"shops\\":$STYLEBOX_FAULTS_SHOPS,\\"steps\\":9,\\"points\\":90,\\"acts\\":{\\"skip\\":2},\\"faults\\":{\\"the process ends\\":3}}"
echo "{\\"counts\\":$counts,\\"difference\\":\${DIFFERENCE:-null}}" > "$STYLEBOX_FAULTS_REPORT"
`;

/** Runs of `just faults` from this seed, which is nobody else's. Returns a function that starts one, and one that reads what is kept of it. */
function runs(context, seed) {
  const folder = mkdtempSync(join(tmpdir(), 'stylebox-resumed-'));
  const kept = (end) => join(root, 'target', 'faults', `sqlite-${seed}${end}`);
  const remove = () => ['.json', '-report.json', '-steps.jsonl'].forEach((end) => rmSync(kept(end), { force: true }));
  remove();
  context.after(() => {
    remove();
    rmSync(folder, { recursive: true });
  });
  const note = join(folder, 'note');
  const inTest = { ...inPlaceOf('cargo', CARGO, folder), NOTE: note };
  const run = (shops, env = {}) => {
    rmSync(note, { force: true });
    const { status, stdout, stderr } = spawnSync(process.execPath, [join(root, 'scripts/faults.mjs'), '--seed', seed, '--shops', shops], {
      encoding: 'utf8',
      env: { ...inTest, ...env },
    });
    const asked = existsSync(note) ? readFileSync(note, 'utf8').trim().split('\n') : [];
    return { status, said: stdout + stderr, asked };
  };
  return { run, kept };
}

test('just faults that was cut off goes on with the shops that are left, and counts all of them', (context) => {
  const { run } = runs(context, '860200');
  const cut = run('450', { FAILS_AT: '860600' });
  assert.deepEqual([cut.status, cut.asked], [1, ['860200 200', '860400 200', '860600 50']], cut.said);
  const resumed = run('450');
  assert.deepEqual([resumed.status, resumed.asked], [0, ['860600 50']], resumed.said);
  assert.match(resumed.said, /400 shops were run before/);
  assert.match(resumed.said, /450 shops on sqlite, 27 steps, 270 points/);
  assert.match(resumed.said, /\b6 {2}skip\n/);
  assert.match(resumed.said, /\b9 {2}the process ends\n/);
});

test('just faults begins again if the source has changed', (context) => {
  const { run, kept } = runs(context, '861200');
  assert.equal(run('10').status, 0);
  writeFileSync(kept('.json'), JSON.stringify({ ...JSON.parse(readFileSync(kept('.json'), 'utf8')), source: 'another' }));
  const again = run('10');
  assert.deepEqual(again.asked, ['861200 10']);
  assert.match(again.said, /The source has changed/);
  assert.match(again.said, /\b10 shops on sqlite, 9 steps/);
});

test('just faults prints the seed of a difference and its steps, and how to run them again', (context) => {
  const { run, kept } = runs(context, '862200');
  const steps = [{ acts: [{ Skip: { who: 1 } }], switches: [], faults: [] }, { acts: ['Jobs'], switches: [], faults: [] }];
  const difference = { seed: 862207, why: 'a box is lost', steps, shortest: 'a box is lost at last' };
  const file = kept('-steps.jsonl').replace('862200', '862207');
  context.after(() => rmSync(file, { force: true }));
  const found = run('10', { DIFFERENCE: JSON.stringify(difference) });
  assert.equal(found.status, 1);
  const lines = steps.map((step) => JSON.stringify(step)).join('\n');
  for (const part of ['The shop of the seed 862207 differs: a box is lost\n', `${lines}\n`, `just faults --steps ${file} --seed 862207 --engine sqlite`]) {
    assert.ok(found.said.includes(part), `${part} is not in ${found.said}`);
  }
  assert.equal(readFileSync(file, 'utf8'), `${lines}\n`);
  assert.ok(!existsSync(kept('.json')), 'the shops of a difference do not count as done');
});
