// Finds the messages of core (`core/src/messages`) that no code uses.
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../lib/paths.mjs';

const MESSAGES = 'core/src/messages';

/** The files of messages, and the pattern of their rows. A row has the name of its message, or its code. */
export const KINDS = [
  { file: 'form.rs', row: /^ {8}([A-Za-z_]+)(?:\(\w+: \w+\))? =\s*"\w+"/gm, namedAs: (name) => [new RegExp(String.raw`\bMessage::${name}\b`)] },
  { file: 'refusals.rs', row: /^ {4}([A-Z]\w+) = ["A-Z]/gm, namedAs: (name) => [new RegExp(String.raw`\bRefusal::${name}\b`)] },
  // Screens name a code; the server or a rule of core answers with one.
  ...filesWithCodes().map((file) => ({ file, row: /^ {4}\(\s*"?(\w+)"?,\s*(?:"|[A-Z])/gm, namedAs: codeNames })),
];

/** The files with tables of codes and words. */
function filesWithCodes() {
  const files = readdirSync(join(root, MESSAGES)).toSorted();
  return files.filter((file) => file !== 'form.rs' && /: (?:super::)?Words = &\[/.test(readFileSync(join(root, MESSAGES, file), 'utf8')));
}

/** Patterns that find a code: as a text, or as the name of a constant. */
function codeNames(code) {
  return [new RegExp(/^[A-Z]/.test(code) ? String.raw`\b${code}\b` : `['"\`]${code}['"\`]`)];
}

function sourcesUnder(folder, ends) {
  return readdirSync(join(root, folder), { recursive: true })
    .map((name) => join(folder, name))
    .filter((name) => ends.some((end) => name.endsWith(end)) && !/\.test\.tsx?$/.test(name) && !name.endsWith('.gen.ts'))
    .map((name) => ({ name, source: readFileSync(join(root, name), 'utf8') }));
}

/** The messages in a file of the kind. */
export const messagesIn = ({ row }, source) => [...new Set([...source.matchAll(row)].map(([, name]) => name))];

/** The messages in a file of the kind that no source names, as `form.rs: Required`. */
export function unusedOf(kind, text, sources) {
  const isNamed = (name) => kind.namedAs(name).some((pattern) => sources.some(({ source }) => pattern.test(source)));
  return messagesIn(kind, text)
    .filter((name) => !isNamed(name))
    .map((name) => `${kind.file}: ${name}`);
}

/** All messages of core that no code uses. */
export function unusedMessages() {
  const all = [...sourcesUnder('core/src', ['.rs']), ...sourcesUnder('server/src', ['.rs']), ...sourcesUnder('ui/src', ['.ts', '.tsx'])];
  return KINDS.flatMap((kind) => {
    const path = join(MESSAGES, kind.file);
    const elsewhere = all.filter(({ name }) => name !== path);
    return unusedOf(kind, readFileSync(join(root, path), 'utf8'), elsewhere);
  });
}
