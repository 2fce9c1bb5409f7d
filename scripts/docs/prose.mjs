// The prose in code: comments, texts and names; and the titles of golden cases.
import { execFileSync } from 'node:child_process';
import { extname } from 'node:path';
import { root } from '../lib/paths.mjs';

const CODE = /\.(?:rs|tsx?|m?js|css|sql|html|toml|ya?ml|py|sh)$|(?:^|\/)justfile$|^\.ci\/run$/;
const GOLDEN_CASES = /^fixtures\/.*\.json$/;
/** Files that a program writes. Their prose is checked in their sources. */
const GENERATED = /\.gen\.ts$/;

const NAME = /(?<name>[A-Za-z_]\w*)/;
/** An apostrophe in prose begins no text, because a text in `'` or `"` ends in its line. */
const TEXT = /(?<text>"(?:[^"\\\n]|\\[^])*"|'(?:[^'\\\n]|\\[^])*'|`(?:[^`\\]|\\[^])*`)/;
const RUST_TEXT = /(?<text>"(?:[^"\\]|\\[^])*"|\br(?<hashes>#*)"[^]*?"\k<hashes>)|'(?:[^'\\\n]|\\[^\n]{1,8}?)'/;
const LONG_TEXT = /(?<long>"""[^]*?""")/;
const BETWEEN_TAGS = /(?<long>(?<=>)[^<]*[^<\s][^<]*)/;
/** Text of JSX, between tags or expressions. A piece with one of these signs is taken for code, and read word by word. */
const TEXT_OF_JSX = /(?<long>(?<=[^=]>|\})[^<>{}();=&|/*"`]*[^<>{}();=&|/*"`\s][^<>{}();=&|/*"`]*(?=[<{]))/;

/** Comments of lines that follow each other are one comment. */
const SLASHES = /(?<comment>\/\/.*(?:\n[ \t]*\/\/.*)*|\/\*[^]*?\*\/)/;
const DASHES = /(?<comment>--.*(?:\n[ \t]*--.*)*)/;
const HASHES = /(?<comment>#.*(?:\n[ \t]*#.*)*)/;
const MARKUP = /(?<comment><!--[^]*?-->)/;
/** What marks the lines of a comment. */
const MARKS = /^[ \t]*(?:\/\/[/!]?|\/\*\*?|\*(?!\/)|--|#|<!--)|(?:\*\/|-->)$/gm;

const tokens = (...forms) => new RegExp(forms.map(({ source }) => source).join('|'), 'g');
const SCRIPT = tokens(SLASHES, TEXT, NAME);
const OTHER = tokens(HASHES, LONG_TEXT, TEXT, NAME);
const TOKENS = {
  '.rs': tokens(SLASHES, RUST_TEXT, NAME),
  '.ts': SCRIPT,
  '.tsx': tokens(SLASHES, TEXT_OF_JSX, TEXT, NAME),
  '.js': SCRIPT,
  '.mjs': SCRIPT,
  '.css': SCRIPT,
  '.sql': tokens(DASHES, TEXT, NAME),
  '.html': tokens(MARKUP, BETWEEN_TAGS, TEXT, NAME),
};

/** The paths of all code and all golden cases in the repository. */
export const codeFiles = () =>
  execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' })
    .split('\n')
    .filter((path) => (CODE.test(path) || GOLDEN_CASES.test(path)) && !GENERATED.test(path));

/**
 * The prose of a file: each comment, text, name and title by itself, so that no phrase is found across two of them. A name is split
 * into its words. The input and the expected answer of a golden case are no prose.
 */
export function proseOf(path, source) {
  if (GOLDEN_CASES.test(path)) return JSON.parse(source).cases.map(({ name }) => name);
  const found = new Set();
  for (const { groups } of source.matchAll(TOKENS[extname(path)] ?? OTHER)) {
    if (groups.comment) found.add(groups.comment.replace(MARKS, '').replace(/^[ \t]+|[ \t]+$/gm, ''));
    else if (groups.text) found.add(groups.text.slice(1, -1).replace(/\\\n\s*/g, ''));
    else if (groups.long) found.add(groups.long);
    else if (groups.name) found.add(groups.name.replace(/(?<=[a-z\d])(?=[A-Z])|_/g, ' '));
  }
  return [...found];
}
