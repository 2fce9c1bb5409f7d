// The sample environment file, as each of its readers takes it.
import { execFileSync } from 'node:child_process';

/** What a shell has after `set -a; . FILE`: the variables that it did not have before. */
export function byShell(file) {
  const printed = execFileSync('sh', ['-c', 'set -a; . "$1"; env -0', 'sh', file], { env: { PATH: process.env.PATH }, encoding: 'utf8' });
  const pairs = printed.split('\0').filter(Boolean).map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]);
  return Object.fromEntries(pairs.filter(([name]) => !['PATH', 'PWD', 'OLDPWD', 'SHLVL', '_'].includes(name)));
}

/** The name and the rest of a line that has one. */
const split = (line) => (line.includes('=') ? [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)] : null);

const variablesOf = (lines) => Object.fromEntries(lines.map(split).filter(Boolean));

/** Docker's `--env-file`, and kubectl's `--from-env-file`: after the first `=` everything is the value, quotes and blanks too. */
export const byDocker = (text) => variablesOf(text.split('\n').map((line) => line.trimStart()).filter((line) => line && !line.startsWith('#')));

/** Compose's `env_file`: quotes are taken away, ` #` begins a comment, and `$NAME` is replaced. */
export function byCompose(text) {
  const valueOf = (rest) => {
    const quoted = /^(['"])(.*)\1\s*(?:#.*)?$/.exec(rest.trim());
    const value = quoted ? quoted[2] : rest.replace(/\s#.*$/, '').trim();
    return quoted?.[1] === "'" ? value : value.replace(/\$\{?\w*\}?/g, '');
  };
  const pairs = Object.entries(byDocker(text)).map(([name, rest]) => [name.replace(/^export\s+/, '').trim(), valueOf(rest)]);
  return Object.fromEntries(pairs);
}

/** systemd's `EnvironmentFile=`: `;` begins a comment too, a backslash is taken away or continues the line, and so are quotes. */
export function bySystemd(text) {
  const joined = text.replace(/\\\n/g, '').split('\n').filter((line) => !/^\s*(?:[#;]|$)/.test(line));
  const unquoted = (rest) => rest.trim().replace(/'([^']*)'|"((?:[^"\\]|\\.)*)"|\\(.)/g, (_, single, double, other) => single ?? double?.replace(/\\(.)/g, '$1') ?? other);
  const pairs = joined.map(split).filter(Boolean);
  return Object.fromEntries(pairs.map(([name, rest]) => [name.trim(), unquoted(rest)]).filter(([name]) => /^[A-Za-z_]\w*$/.test(name)));
}

/** The variables without a comment of their own on the line above. */
export function withoutComment(text) {
  const lines = text.split('\n');
  return lines.flatMap((line, at) => (/^\w+=/.test(line) && !lines[at - 1]?.startsWith('#') ? [split(line)[0]] : []));
}
