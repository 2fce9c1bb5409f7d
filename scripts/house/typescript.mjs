/** Reads which files of the page import which: `import` and `export … from`, and `import(…)`; `~/` is `ui/src`. */
import { readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';

/** The files below `folder`, by their paths without an extension: `features/card/change-payment/api` → `{ code, imports, … }`. */
export function readPage(folder) {
  const sources = new Map();
  for (const found of readdirSync(folder, { recursive: true }).toSorted()) {
    const name = found.replaceAll('\\', '/');
    if (/\.tsx?$/.test(name) && !/\.gen\.ts$|\.d\.ts$/.test(name)) {
      sources.set(name.replace(/\.tsx?$/, ''), readFileSync(join(folder, name), 'utf8'));
    }
  }
  return importsOf(sources);
}

/**
 * File → source becomes file → `{ code, imports, atOnce, specifiers }`: `atOnce` leaves out dynamic imports, `import(…)`;
 * `specifiers` has every import as it is written.
 */
export function importsOf(sources) {
  const targets = (file, specifiers) => {
    const found = specifiers.map((specifier) => resolve(file, specifier, sources));
    return [...new Set(found.filter((target) => target && target !== file))].toSorted();
  };
  const read = (file, source) => {
    const code = codeOf(source);
    const written = [matches(code, AT_ONCE), matches(code, LATE)];
    const [atOnce, late] = written.map((specifiers) => targets(file, specifiers));
    return [file, { code, imports: [...new Set([...atOnce, ...late])].toSorted(), atOnce, specifiers: written.flat() }];
  };
  return new Map([...sources].map(([file, source]) => read(file, source)));
}

/** Whether the code takes `lazy` from React. */
export const usesLazy = (code) => /^import\s[^'";]*\blazy\b[^'";]*\bfrom\s+'react'|\bReact\.lazy\b/m.test(code);

/** The source without comments. */
const codeOf = (source) => source.replaceAll(/^\s*\/\/[^\n]*|\/\*[\s\S]*?\*\//gm, '');

const AT_ONCE = /^(?:import|export)\s[^'";]*?\bfrom\s+'([^']+)'|^import\s+'([^']+)'/gm;
const LATE = /\bimport\(\s*'([^']+)'\s*\)/g;
const matches = (code, form) => [...code.matchAll(form)].map(([, from, alone]) => from ?? alone);

/** The file that `specifier` names in `file`, or null if it is not a source of the page. */
function resolve(file, specifier, sources) {
  const inside = specifier.startsWith('~/')
    ? specifier.slice(2)
    : specifier.startsWith('.')
      ? posix.join(posix.dirname(file), specifier)
      : null;
  if (inside === null) return null;
  return [inside, inside.replace(/\.tsx?$/, ''), `${inside}/index`].find((name) => sources.has(name)) ?? null;
}
