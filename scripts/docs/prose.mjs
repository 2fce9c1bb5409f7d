// The prose in code: comments, titles of tests and names of functions.
import { execFileSync } from 'node:child_process';
import { root } from '../lib/paths.mjs';

const CODE = /\.(?:rs|tsx?|mjs|js|css|sql)$/;
/** Files that a program writes. Their prose is checked in their sources. */
const GENERATED = /\.gen\.ts$/;

/** A line of a comment, and its words. A line of code that ends in a comment is taken for code. */
const COMMENT = /^\s*(?:\/\/[/!]?|\/\*\*?|\*(?!\/)|--)\s?(.*?)(?:\*\/)?$/;
const TITLE = /\b(?:test|it|describe)(?:\.each\([^)]*\))?\(\s*(['"`])(.*?)\1/g;
const FUNCTION = /\bfn ([a-z\d_]+)/g;

/** The paths of all code in the repository. */
export const codeFiles = () =>
  execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' }).split('\n').filter((path) => CODE.test(path) && !GENERATED.test(path));

/** The prose of a file: each comment, title and name by itself, so that no phrase is found across two of them. */
export function proseOf(source) {
  const comments = [];
  let lines = [];
  for (const line of [...source.split('\n'), '']) {
    const words = COMMENT.exec(line)?.[1];
    if (words !== undefined) lines.push(words);
    else if (lines.length > 0) comments.push(lines.splice(0).join('\n'));
  }
  const titles = [...source.matchAll(TITLE)].map(([, , title]) => title);
  const names = [...source.matchAll(FUNCTION)].map(([, name]) => name.replaceAll('_', ' '));
  return [...comments, ...titles, ...names];
}
