// Finds the routes that lead to a caller of a rule: the paths of screens that use a file of the page, and the calls of the API, the
// `ops` commands and the jobs that use a file of the server.
import { existsSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { readCrate } from '../house/rust.mjs';
import { readPage } from '../house/typescript.mjs';
import { root, ui } from '../lib/paths.mjs';

/** The named paths of screens, `orderHistory` → `/orderhistory`, from the source of `ui/src/paths.ts`. */
export function namedPaths(source, slug) {
  const list = source.slice(source.indexOf('export const paths'), source.indexOf('} as const'));
  const written = [...list.matchAll(/^ {2}(?:get )?(\w+)(?:: (?:\(\w+: [^)]*\) => )?|\(\) \{\s+return )(?:'([^']*)'|`([^`]*)`)[,;]$/gm)];
  return new Map(written.map(([, name, text, template]) => [name, text ?? template.replace('${brand().slug}', slug)]));
}

/** A route in a feature's `routes.tsx`: the name of its path and the argument in it, or its path as a text. */
const PATH = /(?<!\bto: )\bpaths\.(\w+)(?:\('([^']*)'\))?|(?:\bpath: |\bscreen\()'([^']*)'(?!, to:)/g;
const SCREEN = /\bimport\('([^']+)'\)/;

/** The routes in a `routes.tsx`: `{ path, screen }`. `screen` is the screen's module as it is imported there. */
export function routesIn(source, named) {
  // Routes that share a screen import it once, before them, as a constant.
  const shared = [...source.matchAll(/^const (\w+) = \(\) => import\('([^']+)'\)/gm)];
  const first = SCREEN.exec(source)?.[1];
  const found = [...source.matchAll(PATH)];
  return found.map((match, place) => {
    const route = source.slice(match.index, found[place + 1]?.index);
    const constant = shared.find(([, name]) => new RegExp(`\\b${name}\\b`).test(route.slice(match[0].length)));
    return { path: pathOf(match, named), screen: SCREEN.exec(route)?.[1] ?? constant?.[2] ?? first };
  });
}

function pathOf([, name, argument, text], named) {
  if (text !== undefined) return text;
  return (named.get(name) ?? `paths.${name}`).replace(/\$\{\w+\}/, argument ?? ':id');
}

/**
 * The calls of the API in a file of handlers, `POST /invoices/{id}/checkout`: those whose handler names `module`, or all if none
 * does.
 */
export function callsIn(source, module = '') {
  const handlers = source.split('#[utoipa::path(').slice(1);
  const naming = handlers.filter((handler) => handler.includes(`${module.split('/').at(-1)}::`));
  return (naming.length > 0 ? naming : handlers).flatMap((handler) => {
    const [, method, path] = /^\s*(\w+),\s*path = "([^"]+)"/.exec(handler) ?? [];
    return path === undefined ? [] : [`${method.toUpperCase()} ${path}`];
  });
}

/** The names by which a source calls an imported module or items of it: `use a::steps::{self, Step};` gives `steps` and `Step`. */
function namesOf(source, module) {
  const name = module.split('/').at(-1);
  const [, items = ''] = new RegExp(`^use (?:\\w+::)*${name}::([^;]+);`, 'm').exec(source) ?? [];
  return [name, ...(items.match(/[A-Za-z]\w*/g) ?? [])].filter((each) => each !== 'self');
}

/** The body of a function of the source; nothing if it has none of that name. */
const bodyOf = (source, name) => new RegExp(`^(?:pub(?:\\([^)]*\\))? )?(?:async )?fn ${name}\\([^]*?^\\}`, 'm').exec(source)?.[0] ?? '';

/** Whether the text names one of these, as a path or as a type. */
const isNaming = (text, names) => names.some((name) => new RegExp(`\\b${name}(?:::|\\b(?=[),]))`).test(text));

/**
 * The commands in the source of `ops/mod.rs`, `ops gift-card`: those that hand on to `module` or call it, or all if no module is named.
 * Clap makes a command's name from that of its variant.
 */
export function commandsIn(source, module) {
  const [, variants = ''] = /^pub enum OpsCommand \{\n([^]*?)^\}/m.exec(source) ?? [];
  const found = [...variants.matchAll(/^ {4}([A-Z]\w*)(\([^)]*\))?/gm)];
  const names = module === undefined ? [] : namesOf(source, module);
  const uses = ([, variant, type = '']) => {
    const [, does = ''] = new RegExp(`OpsCommand::${variant}\\b[^\\n]*? => ([^\\n]*)`).exec(source) ?? [];
    const [, own] = /^(?:return )?(\w+)\(/.exec(does) ?? [];
    return isNaming(`${type} ${does} ${own ? bodyOf(source, own) : ''}`, names);
  };
  const shown = module === undefined ? found : found.filter(uses);
  return shown.map(([, variant]) => `ops ${variant.replaceAll(/(?<=.)[A-Z]/g, '-$&').toLowerCase()}`);
}

/** The jobs in the source of `jobs/mod.rs` that call `module`, `job labels`. */
export function jobsIn(source, module) {
  const names = namesOf(source, module);
  const rows = [...source.matchAll(/^ {4}Job \{\s*name: "(\w+)"[^]*?Box::pin\((\w+)\(/gm)];
  return rows.filter(([, , work]) => isNaming(bodyOf(source, work), names)).map(([, name]) => `job ${name}`);
}

/**
 * The files that import `file`, directly or through files for which `passes` is true. Yields a list for each distance, the nearest
 * first. Each file comes with the one that it imports.
 */
export function* importersOf(file, importers, passes) {
  const seen = new Set([file]);
  for (let ring = [{ file, imported: file }]; ring.length > 0; ) {
    yield ring;
    const next = ring.flatMap((each) => (passes(each.file) ? (importers.get(each.file) ?? []).map((above) => ({ file: above, imported: each.file })) : []));
    ring = next.filter((each) => !seen.has(each.file) && seen.add(each.file));
  }
}

/** File → the files that import it. */
function reversed(rooms) {
  const importers = new Map();
  for (const [room, { imports }] of rooms) for (const next of imports) importers.set(next, [...(importers.get(next) ?? []), room]);
  return importers;
}

/** Reads all routes. `ofScreen` and `ofServer` take a caller's file, as `just trace` names it, and return its routes. */
export function readRoutes() {
  const page = readPage(join(ui, 'src'));
  const slug = /SLUG: &str = "([^"]+)"/.exec(readFileSync(join(root, 'core', 'src', 'brand.rs'), 'utf8'))?.[1];
  const named = namedPaths(readFileSync(join(ui, 'src', 'paths.ts'), 'utf8'), slug);
  const screens = new Map();
  for (const file of page.keys()) {
    if (!file.endsWith('/routes')) continue;
    for (const { path, screen } of routesIn(readFileSync(join(ui, 'src', `${file}.tsx`), 'utf8'), named)) {
      const module = posix.join(posix.dirname(file), screen ?? '');
      screens.set(module, [...(screens.get(module) ?? []), path]);
    }
  }
  const pageImporters = reversed(page);
  // A file that the whole page uses, through `app`, belongs to no screen.
  const isInAFeature = (file) => !file.startsWith('app/') && !file.endsWith('/routes') && file !== 'main';
  const ofScreen = (file) => [...importersOf(file.replace(/\.tsx?$/, ''), pageImporters, isInAFeature)].flat().flatMap((each) => screens.get(each.file) ?? []);

  const server = readCrate(join(root, 'server', 'src'));
  const serverImporters = reversed(server);
  // `readCrate` leaves out string literals, which have the paths of calls.
  const handlers = new Map([...server.keys()].filter((module) => module.startsWith('api/')).map((module) => [module, sourceOf(module)]));
  const [ops, jobs] = [sourceOf('ops'), sourceOf('jobs')];
  const entriesOf = (module, imported) => {
    if (module === 'ops') return commandsIn(ops, imported);
    if (module.startsWith('ops/')) return commandsIn(ops, module);
    return callsIn(handlers.get(module) ?? '', imported);
  };
  const passes = (file) => file !== 'jobs' && entriesOf(file).length === 0;
  // Only the nearest: through the services that they call, nearly all handlers lead to nearly every file. The jobs up to there are
  // routes too.
  const ofServer = (file) => {
    const found = new Set();
    for (const ring of importersOf(file.replace(/(\/mod)?\.rs$/, ''), serverImporters, passes)) {
      const imports = ring.map((each) => ({ file: each.file, imported: each.imported === each.file ? undefined : each.imported }));
      const entries = imports.flatMap((each) => entriesOf(each.file, each.imported));
      const byJobs = imports.flatMap((each) => (each.file === 'jobs' && each.imported ? jobsIn(jobs, each.imported) : []));
      for (const route of [...entries, ...byJobs]) found.add(route);
      if (entries.length > 0) break;
    }
    return [...found];
  };
  return { ofScreen, ofServer, screens };
}

/** The source of a module of the server. */
function sourceOf(module) {
  const place = join(root, 'server', 'src', module);
  return readFileSync(existsSync(`${place}.rs`) ? `${place}.rs` : join(place, 'mod.rs'), 'utf8');
}
