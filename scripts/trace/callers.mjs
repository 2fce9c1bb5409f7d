// Who calls a rule: screens by its typed function, the server and other rules by its Rust function.
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { functionName } from '../fixtures/typed.mjs';
import { root } from '../lib/paths.mjs';
import { codeOf, functionsOf, importsOf, pathsIn } from './rust.mjs';

const CORE = 'stylebox_core';
/** What `order` and `subscription` give out under their own names. */
const GIVEN_OUT = /^(order\/(expected_delivery|permissions|progress|screening|status|totals)|subscription\/(frequency|next_box))\.rs$/;

/** The function that a rule's entry in the registry calls: the first path in what stands there. */
export const functionIn = (entry) => /\b([a-z_]\w*)::([a-z_]\w*)\b/.exec(entry)?.[0];

function filesUnder(folder, ends) {
  return readdirSync(join(root, folder), { recursive: true })
    .filter((name) => ends.some((end) => name.endsWith(end)) && !/\.test\.tsx?$/.test(name))
    .sort()
    .map((name) => ({ name, source: readFileSync(join(root, folder, name), 'utf8') }));
}

/** The names that a source takes from `~/core`; types are not among a rule's names. */
export function takenFromCore(source) {
  const found = source.matchAll(/import \{([^}]*)\} from '~\/core'/g);
  return [...found].flatMap(([, names]) => names.split(',').map((name) => name.trim().split(' as ')[0])).filter(Boolean);
}

/** Answers for each rule of the registry who calls it: `{screens, server, core}`, lists of places. */
export function callersOf(rules) {
  const screens = filesUnder('ui/src', ['.ts', '.tsx']).map(({ name, source }) => ({ name, taken: new Set(takenFromCore(source)) }));
  const server = filesUnder('server/src', ['.rs']).map(({ name, source }) => rustOf(name, source, 'stylebox_server'));
  const core = filesUnder('core/src', ['.rs'])
    .filter(({ name }) => !/^(rules|bin)\//.test(name))
    .map(({ name, source }) => ({ ...rustOf(name, source, CORE), module: moduleOf(name) }));
  const families = familiesOf(rules, core);
  return new Map(rules.map(({ id, function: entry }) => [id, callers(id, functionIn(entry), families)]));

  function callers(id, own, byRule) {
    const family = byRule.get(own);
    const names = ({ paths }) => family.some((name) => paths.has(name));
    return {
      screens: screens.filter(({ taken }) => taken.has(functionName(id))).map(({ name }) => name),
      server: server.filter(names).map(({ name }) => name),
      core: usersInCore(own, family, core),
    };
  }
}

function rustOf(name, source, crateName) {
  const code = codeOf(source);
  const imports = importsOf(code, crateName);
  const paths = [...pathsIn(code, imports, crateName)].filter((path) => path.startsWith(`${CORE}::`));
  return { name, code, imports, paths: new Set(paths.map((path) => path.split('::').slice(-2).join('::'))), functions: functionsOf(code) };
}

/** `account/login.rs` → `login`; `order/mod.rs` and `order/status.rs`, which it gives out as its own → `order`. */
function moduleOf(name) {
  const [area, file = 'mod.rs'] = name.split('/');
  return file === 'mod.rs' || GIVEN_OUT.test(name) ? area.replace(/\.rs$/, '') : file.replace(/\.rs$/, '');
}

/**
 * A rule's function takes its input whole; where it is one expression, what does the work is a public function beside it that
 * takes typed values (`parse` of a form, `blocked_on` of a calendar), which the server calls. Those that are rules themselves
 * are not among them.
 */
function familiesOf(rules, core) {
  const own = rules.map(({ function: entry }) => functionIn(entry));
  return new Map(
    own.map((path) => {
      const [module, name] = path.split('::');
      const beside = new Map(core.filter((file) => file.module === module).flatMap(({ functions }) => [...functions]));
      const body = beside.get(name)?.body ?? '';
      const called = body.includes(';') ? [] : [...body.matchAll(/(?<![\w.:])([a-z_]\w*)\s*\(/g)].map(([, inner]) => inner);
      const helpers = called.filter((inner) => beside.get(inner)?.isPublic).map((inner) => `${module}::${inner}`);
      return [path, [path, ...new Set(helpers.filter((helper) => !own.includes(helper)))]];
    }),
  );
}

/** The other modules of core that use a rule, and the other functions of its own. */
function usersInCore(own, family, core) {
  const [module] = own.split('::');
  const inside = family.map((name) => name.split('::')[1]);
  const users = core.flatMap((file) => {
    if (file.module !== module) return family.some((name) => file.paths.has(name)) ? [file.module] : [];
    const callers = [...file.functions].filter(([name, { body }]) => !inside.includes(name) && inside.some((inner) => calls(body, inner)));
    return callers.map(([name]) => `${module}::${name}`);
  });
  return [...new Set(users)];
}

const calls = (body, name) => new RegExp(`(?<![\\w.:])${name}\\s*\\(`).test(body);
