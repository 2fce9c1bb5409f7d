// The prose in code: its comments, the titles of its tests and the names of its functions.
import { execFileSync } from 'node:child_process';
import { root } from '../lib/paths.mjs';

const CODE = /\.(?:rs|tsx?|mjs|js|css|sql)$/;
/** Written by a program, from prose that is read where it is kept. */
const GENERATED = /\.gen\.ts$/;

/** A line that is a comment or the end of one, and its words. A line of code with a comment behind it is read as code. */
const COMMENT = /^\s*(?:\/\/[/!]?|\/\*\*?|\*(?!\/)|--)\s?(.*?)(?:\*\/)?$/;
const TITLE = /\b(?:test|it|describe)(?:\.each\([^)]*\))?\(\s*(['"`])(.*?)\1/g;
const FUNCTION = /\bfn ([a-z\d_]+)/g;

/** The paths of all code that is kept in the repository. */
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
