// Finds the file in core's sources that defines a rule's function.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../lib/paths.mjs';
import { codeOf, importsOf } from './rust.mjs';

const CORE = 'stylebox_core';

/** The file below `core/src` that defines `checkout::try_on_days::extension`; null if none does. */
export function homeOf(entry) {
  const modules = entry.split('::');
  const name = modules.pop();
  const file = [`${modules.join('/')}.rs`, `${modules.join('/')}/mod.rs`].find((path) => existsSync(sourceFile(path)));
  if (!file) return null;
  const code = codeOf(readFileSync(sourceFile(file), 'utf8'));
  if (new RegExp(String.raw`^pub (?:const )?fn ${name}\b`, 'm').test(code)) return file;
  const origin = importsOf(code, CORE).get(name);
  return origin ? homeOf(fromCrate(origin, modules)) : null;
}

const sourceFile = (path) => join(root, 'core', 'src', path);

/** The path of a `use`, from the crate's root. */
const fromCrate = (path, modules) =>
  path.startsWith(`${CORE}::`) ? path.slice(CORE.length + 2) : [...modules, path.replace(/^self::/, '')].join('::');
