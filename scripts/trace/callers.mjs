// Finds the callers of a rule. Screens use its exported name; the server and other rules use the path of its function.
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../lib/paths.mjs';
import { homeOf } from './home.mjs';
import { codeOf, importsOf, pathsIn } from './rust.mjs';

const CORE = 'stylebox_core';

function filesUnder(folder, ends) {
  return readdirSync(join(root, folder), { recursive: true })
    .filter((name) => ends.some((end) => name.endsWith(end)) && !/\.test\.tsx?$/.test(name))
    .sort()
    .map((name) => ({ name, source: readFileSync(join(root, folder, name), 'utf8') }));
}

/** The names that a source imports from `~/core`. Imports of types alone are left out. */
export function takenFromCore(source) {
  const found = source.matchAll(/import \{([^}]*)\} from '~\/core'/g);
  return [...found].flatMap(([, names]) => names.split(',').map((name) => name.trim().split(' as ')[0])).filter(Boolean);
}

/** The functions that a Rust source names, with their full paths. */
function namedIn(source, crateName) {
  const code = codeOf(source);
  return pathsIn(code, importsOf(code, crateName), crateName);
}

/**
 * The paths under which a rule is called. For a form, the server calls `parse` instead of `validate`.
 */
export function pathsOf(entry) {
  const path = `${CORE}::${entry}`;
  return path.endsWith('validate') ? [path, path.replace(/validate$/, 'parse')] : [path];
}

/** The callers of each rule of the table: `{screens, server, core}`, lists of files. */
export function callersOf(rules) {
  const screens = filesUnder('ui/src', ['.ts', '.tsx']).map(({ name, source }) => ({ name, names: new Set(takenFromCore(source)) }));
  const server = filesUnder('server/src', ['.rs']).map(({ name, source }) => ({ name, names: namedIn(source, 'stylebox_server') }));
  const core = filesUnder('core/src', ['.rs'])
    .filter(({ name }) => !/^(rules|bin)\//.test(name))
    .map(({ name, source }) => ({ name, names: namedIn(source, CORE) }));
  // In its own file a function is called by its bare name.
  const inOwnFile = (entry) => [homeOf(entry)].filter((home) => core.some(({ name, names }) => name === home && names.has(entry.split('::').at(-1))));
  const naming = (files, wanted) => files.filter(({ names }) => wanted.some((name) => names.has(name))).map(({ name }) => name);
  return new Map(
    rules.map(({ id, function: entry, export: exported }) => [
      id,
      { screens: exported ? naming(screens, [exported]) : [], server: naming(server, pathsOf(entry)), core: [...new Set([...naming(core, pathsOf(entry)), ...inOwnFile(entry)])] },
    ]),
  );
}
