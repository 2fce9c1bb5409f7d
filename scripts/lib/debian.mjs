// Servers of Debian's packages. They are unpacked into `.tools`, not installed: an installed one would be started as a service.
import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ask } from './machine.mjs';
import { tools } from './paths.mjs';
import { Refusal, run } from './steps.mjs';

/** The path of a program, or null. Debian's servers are in folders that are not on everybody's path. */
export const find = (program) => ['', '/usr/sbin/', '/usr/bin/'].map((prefix) => ask('which', `${prefix}${program}`)).find(Boolean) ?? null;

/** The program of a Debian package, on this machine or unpacked into `.tools`. The libraries that it needs must be there. */
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
      const [file] = readdirSync(to).filter((each) => each.endsWith('.deb'));
      await run('dpkg-deb', ['-x', join(to, file), to], { log: `debian-${name}-unpack` });
    } catch {
      rmSync(to, { recursive: true, force: true });
      throw new Refusal(`${program} is missing, and Debian's package ${name} could not be fetched (\`apt-get update\` may help)`);
    }
  }
  if (!isThere()) throw new Refusal(`Debian's package ${name} has no ${program}`);
  return isThere();
}
