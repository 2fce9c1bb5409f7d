// The commands, flags, variables and metrics that the server knows, and those that the files of deploy/ use.
import { filesBelow, textOf } from '../docs/files.mjs';

const rust = filesBelow('server/src').filter((path) => path.endsWith('.rs')).map(textOf).join('\n');

/** The variables that the server reads. A secret can also be in the file that its variable with `_FILE` names; a flag has no such form. */
export function knownVariables(source = rust) {
  const all = new Set([...source.matchAll(/\bSTYLEBOX_[A-Z0-9_]+/g)].map(([name]) => name));
  const flags = new Set([...source.matchAll(/env = "(STYLEBOX_[A-Z0-9_]+)"/g)].map(([, name]) => name));
  const secrets = [...all].filter((name) => !flags.has(name) && !name.endsWith('_FILE'));
  return new Set([...all, ...secrets.map((name) => `${name}_FILE`)]);
}

/** The flags of all commands: each setting's, and those of the commands themselves. */
export function knownFlags(source = rust) {
  const dashed = (name) => `--${name.toLowerCase().replaceAll('_', '-')}`;
  const settings = [...source.matchAll(/env = "STYLEBOX_([A-Z0-9_]+)"/g)].map(([, name]) => dashed(name));
  const ofCommands = [...source.matchAll(/#\[arg\((?:[^()]|\([^()]*\))*\blong\b(?:[^()]|\([^()]*\))*\)\]\s*(?:pub(?:\([^)]*\))? )?(\w+):/g)].map(([, name]) => dashed(name));
  return new Set([...settings, ...ofCommands, '--help']);
}

/** The first words of the program's command line, `serve` and the like. */
export function knownCommands(cli = textOf('server/src/cli.rs')) {
  const body = /pub enum Command \{([^]*?)\n\}/.exec(cli)[1];
  return new Set([...body.matchAll(/^ {4}([A-Z]\w*)/gm)].map(([, name]) => name.replace(/(?<=[a-z])(?=[A-Z])/g, '-').toLowerCase()));
}

/** The variables of the server that a text names. */
export const variablesIn = (text) => [...new Set([...text.matchAll(/\bSTYLEBOX_[A-Z0-9_]+/g)].map(([name]) => name))];

/** The metrics that a text names, without the suffixes that Prometheus adds. */
export const metricsIn = (text) =>
  [...new Set([...text.matchAll(/\bstylebox_\w+/g)].map(([name]) => name.replace(/_(?:total|bucket|sum|count)$/, '')))];

/** How a file runs the program: in a shell or a unit, as a list after the program, or as a list that the image's program gets. */
const CALLS = [
  /stylebox-server (?<words>[a-z][a-z-]*(?=[ "'\n;`|&])[^"'\n;`|&]*)/g,
  /"[^"]*stylebox-server", (?<list>"[^\]]*")\]/g,
  /^(?:ENTRYPOINT .*\n)?CMD \[(?<list>"[a-z][^\]]*)\]/gm,
  /^\s*(?:command|args): \[(?<list>(?:serve|migrate|backup|restore|check|health|ops)\b[^\]]*)\]/gm,
];

/** The command lines of the program that a text has, each as its words. */
export const commandLinesIn = (text) =>
  CALLS.flatMap((call) => [...text.matchAll(call)]).map(({ groups }) =>
    (groups.words ?? groups.list.replace(/["',]/g, ' ')).trim().split(/\s+/),
  );

/** What is wrong with a command line: a sentence for each command or flag that the program does not know. */
export function wrongIn([command, ...rest], commands = knownCommands(), flags = knownFlags()) {
  const wrong = commands.has(command) ? [] : [`no command ${command}`];
  return [...wrong, ...rest.filter((word) => word.startsWith('--') && !flags.has(word.split('=')[0])).map((word) => `no flag ${word}`)];
}
