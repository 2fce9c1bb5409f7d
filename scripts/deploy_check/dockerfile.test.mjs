// Reading a Dockerfile and a .dockerignore, and ours.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { filesBelow, textOf } from '../docs/files.mjs';
import { contextOf, copyOf, instructionsOf } from './dockerfile.mjs';

test('the instructions of a Dockerfile, with their stages', () => {
  const text = '# RUN no\nARG A=1\nFROM a:1 AS one\nRUN x && \\\n    y\nFROM one AS two\nCOPY --from=one /a b /c/\n';
  assert.deepEqual(instructionsOf(text), [
    { name: 'ARG', text: 'A=1', stage: null },
    { name: 'FROM', text: 'a:1 AS one', stage: 'one' },
    { name: 'RUN', text: 'x &&      y', stage: 'one' },
    { name: 'FROM', text: 'one AS two', stage: 'two' },
    { name: 'COPY', text: '--from=one /a b /c/', stage: 'two' },
  ]);
  assert.deepEqual(copyOf('--from=one --chown=1:1 /a b /c/'), { from: 'one', sources: ['/a', 'b'], target: '/c/' });
  assert.deepEqual(copyOf('. .'), { from: null, sources: ['.'], target: '.' });
});

test('the last line of .dockerignore that matches decides', () => {
  const isIn = contextOf('# a\n*\n!ui\n!deploy/a.sh\nui/dist\n**/node_modules\n**/*.key\n');
  const paths = ['README.md', 'ui/src/app.ts', 'ui/dist/a.js', 'ui/node_modules/x/a.js', 'ui/a.key', 'deploy/a.sh', 'deploy/compose.yaml'];
  assert.deepEqual(paths.filter(isIn), ['ui/src/app.ts', 'deploy/a.sh']);
});

test('the context has the sources, and no secret, data or built file', () => {
  const isIn = contextOf(textOf('.dockerignore'));
  const wanted = ['Cargo.lock', '.cargo/config.toml', 'server/data/catalogue.json', 'core-wasm/src/lib.rs', 'ui/package-lock.json', 'scripts/wasm.mjs'];
  assert.deepEqual(wanted.filter((path) => !isIn(path)), []);
  const unwanted = ['data/stylebox.db', 'data/stylebox.db.key', 'deploy/.env', 'deploy/secrets/mail', 'target/debug/x', 'ui/dist/index.html', 'ui/node_modules/a/b', '.git/HEAD', '.tools/bin/x', 'core-wasm/pkg/door.js', 'server/a.key'];
  assert.deepEqual(unwanted.filter(isIn), []);
  assert.ok(filesBelow('server/src').every(isIn));
});

test('the last stage has no shell, is not root, and asks for its own health', () => {
  const last = instructionsOf(textOf('deploy/Dockerfile')).filter(({ stage }) => stage === 'server');
  const one = (name) => last.find((instruction) => instruction.name === name)?.text;
  assert.ok(!last.some(({ name }) => name === 'RUN'));
  assert.match(one('USER'), /^[1-9]\d+:[1-9]\d+$/);
  assert.match(one('HEALTHCHECK'), /"health"\]$/);
  assert.equal(one('VOLUME'), '/var/lib/stylebox');
});
