// Servers of Debian's packages. They are unpacked into `.tools`, not installed: an installed one would be started as a service.
import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { aptInstall, ask } from './machine.mjs';
import { tools } from './paths.mjs';
import { Refusal, run } from './steps.mjs';

/** The path of a program, or null. Debian's servers are in folders that are not on everybody's path. */
export const find = (program) => ['', '/usr/sbin/', '/usr/bin/'].map((prefix) => ask('which', `${prefix}${program}`)).find(Boolean) ?? null;

/** The program of a Debian package, on this machine or unpacked into `.tools`. Libraries that it needs are installed. */
export async function unpacked(name, program) {
  const found = find(program);
  if (found) return found;
  const to = join(tools, 'debian', name);
  const places = ['usr/sbin', 'usr/bin'].map((place) => join(to, place, program));
  const isThere = () => places.find((place) => existsSync(place));
  if (!isThere()) {
    mkdirSync(to, { recursive: true });
    try {
      await run('apt-get', ['download', '-qq', name], { log: `debian-${name}`, cwd: to });
      await run('dpkg-deb', ['-x', packageIn(to), to], { log: `debian-${name}-unpack` });
    } catch {
      rmSync(to, { recursive: true, force: true });
      throw new Refusal(`${program} is missing, and Debian's package ${name} could not be fetched (\`apt-get update\` may help)`);
    }
  }
  if (!isThere()) throw new Refusal(`Debian's package ${name} has no ${program}`);
  await ensureLibraries(isThere(), to);
  return isThere();
}

/** The file of the package that was unpacked into a folder. */
const packageIn = (folder) => join(folder, readdirSync(folder).find((file) => file.endsWith('.deb')));

/** Installs the libraries that a program does not find, of those that its package names. A library is never started as a service. */
async function ensureLibraries(program, folder) {
  const missing = () => (ask('ldd', program) ?? '').split('\n').filter((line) => line.includes('not found'));
  if (missing().length === 0) return;
  const needs = (ask('dpkg-deb', '--field', packageIn(folder), 'Depends') ?? '').split(',').map((each) => each.trim().split(' ')[0]);
  for (const name of needs.filter((each) => each.startsWith('lib') && ask('dpkg-query', '--status', each) === null)) await aptInstall(name);
  if (missing().length > 0) throw new Refusal(`${program} does not start. Missing: ${missing().map((line) => line.trim()).join('; ')}`);
}
