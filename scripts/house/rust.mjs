/**
 * Reads which modules of a Rust crate import which others, from `use` trees and from paths in the code. If a folder's module
 * re-exports a name, an import of the name counts as an import of the module that defines it.
 *
 * A module's tests are left out, or are a module of their own (`account/mfa/tests`), so that a test may use what its module does not.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The modules of the crate in `folder`, by their paths: `service/account/mfa` → `{ code, imports }`. The root has the path ``. */
export function readCrate(folder, { tests = false } = {}) {
  const sources = new Map();
  for (const name of readdirSync(folder, { recursive: true }).toSorted()) {
    if (name.endsWith('.rs')) sources.set(moduleOf(name), readFileSync(join(folder, name), 'utf8'));
  }
  return importsOf(sources, { tests });
}

/** Module → source becomes module → `{ code, imports }`. */
export function importsOf(sources, { tests = false } = {}) {
  const codes = [...sources].flatMap(([module, source]) => {
    if (!tests && isTests(module)) return [];
    const { code, testCode } = codeOf(source);
    return [[module, code], ...(tests && testCode !== '' ? [[below(module, 'tests'), testCode]] : [])];
  });
  const modules = new Map(codes.map(([module, code]) => [module, read(code)]));
  const imports = (module, { uses, paths }) => {
    const needed = [...uses.filter(({ isReexport }) => !isReexport).map(({ path }) => path), ...paths];
    const targets = needed.map((path) => target(module, path, modules)).filter((found) => found && found !== module);
    return [...new Set(targets)].toSorted();
  };
  return new Map([...modules].map(([module, found]) => [module, { code: found.code, imports: imports(module, found) }]));
}

const moduleOf = (name) => name.replaceAll('\\', '/').replace(/\.rs$/, '').replace(/(^|\/)(mod|lib)$/, '');

/** Whether a file has the tests of the module in whose folder it lies. */
const isTests = (module) => module.endsWith('/tests');

const below = (parent, name) => (parent === '' ? name : `${parent}/${name}`);

/** Reads a module's code: the leaves of its `use` trees, and the paths in the rest. */
function read(code) {
  const uses = [];
  const body = code.replaceAll(/^[ \t]*(pub(?:\([^)]*\))?\s+)?use\s+([^;]+);/gm, (_, visible, tree) => {
    for (const leaf of leaves(tree)) uses.push({ ...leaf, isReexport: visible !== undefined });
    return '';
  });
  // The path of a visibility is not an import.
  const withoutVisibility = body.replaceAll(/\bpub\(in [^)]*\)/g, 'pub');
  const paths = [...withoutVisibility.matchAll(/[A-Za-z_]\w*(?:::[A-Za-z_]\w*)+/g)].map(([path]) => path.split('::'));
  return { code, uses, paths };
}

const NO_CODE = /\/\/[^\n]*|\/\*[\s\S]*?\*\/|\br(#*)"[\s\S]*?"\1|"(?:[^"\\]|\\[\s\S])*"|'(?:[^'\\\n]|\\[^\n]{1,8}?)'/g;

const TEST_MODULE = /^#\[cfg\(test\)\]\s*(?:#\[[^\n]*\]\s*)*mod \w+ \{([\s\S]*)$/m;

/** The source's code and its tests' code, both without comments and string literals. */
function codeOf(source) {
  const whole = source.replaceAll(NO_CODE, '""');
  const code = whole.replace(TEST_MODULE, '').replaceAll(/^\s*#\[cfg\(test\)\]\s*(?:pub )?(?:use|mod)\s[^;]*;/gm, '');
  return { code, testCode: TEST_MODULE.exec(whole)?.[1] ?? '' };
}

/** The leaves of a `use` tree, each with its path and its name in this module. */
function leaves(tree, before = []) {
  const text = tree.trim();
  const open = text.indexOf('{');
  if (open < 0) {
    const [whole, renamed] = text.split(/\s+as\s+/);
    const path = [...before, ...names(whole)];
    const itself = path.at(-1) === 'self' ? path.slice(0, -1) : path;
    return [{ path: itself, name: renamed ?? itself.at(-1) }];
  }
  const inside = text.slice(open + 1, text.lastIndexOf('}'));
  return branches(inside).flatMap((branch) => leaves(branch, [...before, ...names(text.slice(0, open))]));
}

const names = (path) =>
  path
    .split('::')
    .map((name) => name.trim())
    .filter(Boolean);

/** Splits at the commas outside of braces. */
function branches(text) {
  const found = [''];
  let depth = 0;
  for (const sign of text) {
    if (sign === '{') depth += 1;
    if (sign === '}') depth -= 1;
    if (sign === ',' && depth === 0) found.push('');
    else found[found.length - 1] += sign;
  }
  return found.filter((branch) => branch.trim() !== '');
}

/** The module that defines what `path` names in `module`, or null if it is not of this crate. */
function target(module, path, modules, seen = new Set()) {
  const [first, ...others] = path;
  let place = module;
  let rest = path;
  if (first === 'crate') [place, rest] = ['', others];
  else if (first === 'self') rest = others;
  else if (first !== 'super' && !modules.has(below(module, first))) return null;
  while (rest[0] === 'super') {
    place = place.includes('/') ? place.slice(0, place.lastIndexOf('/')) : '';
    rest = rest.slice(1);
  }
  while (rest.length > 0 && modules.has(below(place, rest[0]))) {
    place = below(place, rest[0]);
    rest = rest.slice(1);
  }
  const reexport = modules.get(place)?.uses.find(({ name, isReexport }) => isReexport && name === rest[0]);
  const key = `${place} ${rest[0]}`;
  if (!reexport || place === module || seen.has(key)) return place === '' ? null : place;
  return target(place, [...reexport.path, ...rest.slice(1)], modules, seen.add(key)) ?? place;
}
