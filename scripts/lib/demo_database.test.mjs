import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { REFUSED, setOldDatabaseAside } from './demo_database.mjs';
import { root } from './paths.mjs';

/** Runs `work` with a folder that holds these files; each contains its own name. */
function withFiles(names, work) {
  const folder = mkdtempSync(join(tmpdir(), 'stylebox-demo-'));
  for (const name of names) writeFileSync(join(folder, name), name);
  try {
    work(folder, join(folder, 'stylebox.db'));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const [OLD, EARLIER] = REFUSED;
const isOld = (file) => `stylebox: The database sqlite:${file} ${OLD.words}, which no later version reads: name another.`;
const isEarlier = (file) =>
  `stylebox: The database sqlite:${file} has tables, but not those of this program (its step 101 ${EARLIER.words}): name another database.`;

test('an old demo database is set aside with its log files and its key, and a sentence says so', () => {
  withFiles(['stylebox.db', 'stylebox.db-wal', 'stylebox.db-shm', 'stylebox.db.key', 'other.db'], (folder, file) => {
    const aside = join(folder, 'stylebox-0.1.db');
    const said = setOldDatabaseAside(file, isOld);
    assert.equal(said, `The demo database of version 0.1 cannot be read by this program: it was set aside as ${aside}, and the demo starts with a new one.`);
    assert.deepEqual(readdirSync(folder).sort(), ['other.db', 'stylebox-0.1.db', 'stylebox-0.1.db-shm', 'stylebox-0.1.db-wal', 'stylebox-0.1.db.key']);
    assert.equal(readFileSync(aside, 'utf8'), 'stylebox.db');
    assert.equal(readFileSync(`${aside}.key`, 'utf8'), 'stylebox.db.key');
    assert.equal(setOldDatabaseAside(file, isOld), undefined, 'the database was moved');
  });
});

test('a demo database of an earlier build, with other steps, is set aside under a name of its own', () => {
  withFiles(['stylebox.db', 'stylebox.db.key', 'stylebox-0.1.db'], (folder, file) => {
    const aside = join(folder, 'stylebox-earlier.db');
    const said = setOldDatabaseAside(file, isEarlier);
    assert.equal(said, `The demo database of an earlier build cannot be read by this program: it was set aside as ${aside}, and the demo starts with a new one.`);
    assert.deepEqual(readdirSync(folder).sort(), ['stylebox-0.1.db', 'stylebox-earlier.db', 'stylebox-earlier.db.key']);
  });
});

test('a database that was set aside earlier is not overwritten', () => {
  withFiles(['stylebox.db', 'stylebox-0.1.db', 'stylebox-0.1-2.db.key'], (folder, file) => {
    assert.match(setOldDatabaseAside(file, isOld), /stylebox-0\.1-3\.db/);
    assert.equal(readFileSync(join(folder, 'stylebox-0.1.db'), 'utf8'), 'stylebox-0.1.db');
  });
});

test('a database of this version, of a later one or of another program is not moved', () => {
  for (const said of ['', 'it was made by a later version of this program', 'has tables, but not those of this program']) {
    withFiles(['stylebox.db', 'stylebox.db.key'], (folder, file) => {
      assert.equal(setOldDatabaseAside(file, () => said), undefined);
      assert.deepEqual(readdirSync(folder).sort(), ['stylebox.db', 'stylebox.db.key']);
    });
  }
});

test("the server's source contains the words by which such a database is recognized", () => {
  const source = readFileSync(join(root, 'server/src/store/opening.rs'), 'utf8');
  for (const { words } of REFUSED) assert.equal(source.split(words).length, 2, words);
});
