// The server of the release before this version, built from its tag.
import { existsSync, mkdirSync, readFileSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ask } from '../lib/machine.mjs';
import { root } from '../lib/paths.mjs';
import { run } from '../lib/steps.mjs';
import { Unavailable } from './checks.mjs';

const migrations = join(root, 'server', 'migrations');

/** Puts 0.10.0 after 0.9.0. */
const byVersion = (one, other) => one.localeCompare(other, 'en', { numeric: true });

/** The last step of these files of migrations, as SQLite has them. */
const lastOf = (files) => files.flatMap((file) => /^(?:sqlite\/)?(\d+)_\w+\.sql$/.exec(file)?.[1] ?? []).map(Number).reduce((one, other) => Math.max(one, other), 0);

/**
 * The release whose servers have to work with the tables of this version, as `tests/platform/releases` decides it too: the newest, or the
 * one before if the newest has the step `own`, the last one of this version. `released` has the files that came with each release.
 */
export function releaseBefore(own, released) {
  const versions = Object.keys(released).sort(byVersion);
  const hasOwn = versions.some((version) => lastOf(Object.keys(released[version])) === own);
  return versions.at(hasOwn ? -2 : -1);
}

/** Puts the files of a commit into the folder `to`, which is there only once it has all of them. */
export async function unpack(commit, to) {
  const [part, archive] = [`${to}.part`, `${to}.tar`];
  rmSync(part, { recursive: true, force: true });
  mkdirSync(part, { recursive: true });
  await run('git', ['archive', '--output', archive, commit], { log: 'release-before-sources', cwd: root });
  await run('tar', ['-x', '-f', archive, '-C', part], { log: 'release-before-unpack' });
  rmSync(archive);
  renameSync(part, to);
}

/** Builds the server of the release before. Returns its version and the path of its program. */
export async function buildReleaseBefore() {
  const released = JSON.parse(readFileSync(join(migrations, 'released.json'), 'utf8'));
  const before = releaseBefore(lastOf(readdirSync(join(migrations, 'sqlite'))), released);
  if (before === undefined) throw new Unavailable('there is no release before this version');
  const tag = `v${before}`;
  const commit = ask('git', '-C', root, 'rev-parse', '--verify', '--quiet', `${tag}^{commit}`);
  if (!commit) throw new Unavailable(`this clone lacks the tag ${tag}`);
  const folder = join(root, 'target', 'release-before');
  const sources = join(folder, commit);
  if (!existsSync(sources)) await unpack(commit, sources);
  await run('cargo', ['build', '--locked', '--package', 'stylebox-server'], { log: 'release-before', cwd: sources, env: { CARGO_TARGET_DIR: join(folder, 'target') } });
  return { version: before, program: join(folder, 'target', 'debug', 'stylebox-server') };
}
