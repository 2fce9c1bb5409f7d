// The server of the release before this version, built from its tag.
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ask } from '../lib/machine.mjs';
import { root } from '../lib/paths.mjs';
import { run } from '../lib/steps.mjs';
import { Unavailable } from './checks.mjs';

/** Puts 0.10.0 after 0.9.0. */
const byVersion = (one, other) => one.localeCompare(other, 'en', { numeric: true });

/** The newest of these releases that is older than `version`; undefined if there is none. */
export const releaseBefore = (version, releases) => releases.filter((each) => byVersion(each, version) < 0).sort(byVersion).at(-1);

/** Builds the server of the release before. Returns its version and the path of its program. */
export async function buildReleaseBefore() {
  const [, version] = /^version = "(.+)"$/m.exec(readFileSync(join(root, 'Cargo.toml'), 'utf8'));
  const releases = Object.keys(JSON.parse(readFileSync(join(root, 'server', 'migrations', 'released.json'), 'utf8')));
  const before = releaseBefore(version, releases);
  if (before === undefined) throw new Unavailable(`no release comes before ${version}`);
  const tag = `v${before}`;
  if (ask('git', '-C', root, 'rev-parse', '--verify', '--quiet', `${tag}^{commit}`) === null) throw new Unavailable(`this clone lacks the tag ${tag}`);
  const folder = join(root, 'target', 'release-before');
  const sources = join(folder, before);
  if (!existsSync(sources)) {
    mkdirSync(sources, { recursive: true });
    await run('sh', ['-c', 'git archive "$0" | tar -x -C "$1"', tag, sources], { log: 'release-before-sources', cwd: root });
  }
  await run('cargo', ['build', '--locked', '--package', 'stylebox-server'], { log: 'release-before', cwd: sources, env: { CARGO_TARGET_DIR: join(folder, 'target') } });
  return { version: before, program: join(folder, 'target', 'debug', 'stylebox-server') };
}
