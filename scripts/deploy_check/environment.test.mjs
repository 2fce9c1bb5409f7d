// The sample environment file means the same to a shell, Docker, Compose, systemd and kubectl.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { textOf } from '../docs/files.mjs';
import { root } from '../lib/paths.mjs';
import { byCompose, byDocker, byShell, bySystemd, withoutComment } from './environment.mjs';
import { variablesIn } from './names.mjs';

const FILE = 'deploy/stylebox.env';

test('all readers take the sample file alike', () => {
  const text = textOf(FILE);
  const shell = byShell(join(root, FILE));
  assert.ok(Object.keys(shell).length > 20, `the shell has ${Object.keys(shell).length} variables`);
  for (const [reader, read] of Object.entries({ byDocker, byCompose, bySystemd })) assert.deepEqual(read(text), shell, reader);
});

test('no value of the sample file has a sign that a reader may take in its own way', () => {
  for (const [name, value] of Object.entries(byDocker(textOf(FILE)))) assert.match(value, /^[\w.:/@,+-]+$/, name);
});

test('each variable of the sample file has a comment, and is there once', () => {
  const text = textOf(FILE);
  assert.deepEqual(withoutComment(text), []);
  const names = [...text.matchAll(/^(\w+)=/gm)].map(([, name]) => name);
  assert.equal(new Set(names).size, names.length);
  assert.ok(names.every((name) => variablesIn(name).length === 1), 'all are of the server');
  assert.deepEqual(withoutComment('# a\nA=1\nB=2\n\nC=3\n'), ['B', 'C']);
});

test('no secret of the sample file is usable: each is in a file of its own', () => {
  const given = byDocker(textOf(FILE));
  const secret = Object.entries(given).filter(([name]) => /_(?:KEY|SECRET|PASSWORD|TOKEN)(?:_FILE)?$/.test(name) && !name.includes('PUBLISHABLE'));
  assert.ok(secret.length >= 4, `${secret.length} secrets`);
  for (const [name, value] of secret) assert.ok(name.endsWith('_FILE') && value.startsWith('/run/secrets/'), name);
});

test('the readers differ as the real ones do', () => {
  const folder = mkdtempSync(join(tmpdir(), 'stylebox-env-'));
  try {
    const text = 'QUOTED="a b"\nSHARP=a#b\nDOLLAR=a$HOME_OF_NOBODY\nBACK=a\\b\n';
    const file = join(folder, 'file.env');
    writeFileSync(file, text);
    assert.deepEqual(byShell(file), { QUOTED: 'a b', SHARP: 'a#b', DOLLAR: 'a', BACK: 'ab' });
    assert.deepEqual(byDocker(text), { QUOTED: '"a b"', SHARP: 'a#b', DOLLAR: 'a$HOME_OF_NOBODY', BACK: 'a\\b' });
    assert.deepEqual(byCompose(text), { QUOTED: 'a b', SHARP: 'a#b', DOLLAR: 'a', BACK: 'a\\b' });
    assert.deepEqual(bySystemd(text), { QUOTED: 'a b', SHARP: 'a#b', DOLLAR: 'a$HOME_OF_NOBODY', BACK: 'ab' });
    assert.deepEqual(bySystemd('; no\nA=1 \\\n2\n'), { A: '1 2' });
    assert.deepEqual(byCompose("A='x $y' # z\nB=x # z\n"), { A: 'x $y', B: 'x' });
  } finally {
    rmSync(folder, { recursive: true });
  }
});
