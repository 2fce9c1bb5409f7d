// Reads a Dockerfile and a .dockerignore, as far as ours use them.

/** The instructions of a Dockerfile, in order: `{name, text, stage}`. Lines that end with a backslash continue. */
export function instructionsOf(dockerfile) {
  const lines = dockerfile.replace(/^\s*#.*\n/gm, '').replace(/\\\n/g, ' ').split('\n');
  let stage = null;
  return lines.flatMap((line) => {
    const [, name, text] = /^\s*([A-Z]+)\s+(.*?)\s*$/.exec(line) ?? [];
    if (!name) return [];
    if (name === 'FROM') stage = /\bAS (\S+)$/.exec(text)?.[1] ?? text;
    return [{ name, text, stage }];
  });
}

/** A `COPY`: the stage or image that it copies from (null for the build's context), its sources, and its target. */
export function copyOf(text) {
  const words = text.split(/\s+/);
  const paths = words.filter((word) => !word.startsWith('--'));
  const from = words.find((word) => word.startsWith('--from='))?.slice('--from='.length) ?? null;
  return { from, sources: paths.slice(0, -1), target: paths.at(-1) };
}

/** A pattern of .dockerignore as an expression: it also matches all that is below what it names. */
function expressionOf(pattern) {
  const escaped = pattern.replace(/^\/|\/$/g, '').replace(/[.+^${}()|[\]\\]/g, '\\$&');
  const source = escaped.replace(/\*\*\/|\*\*|\*|\?/g, (sign) => ({ '**/': '(?:.*/)?', '**': '.*', '*': '[^/]*', '?': '[^/]' })[sign]);
  return new RegExp(`^${source}(?:/.*)?$`);
}

/** A function that says whether a path belongs to the build's context. The last line of .dockerignore that matches it decides. */
export function contextOf(dockerignore) {
  const rules = dockerignore
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line && !line.startsWith('#'))
    .map((line) => ({ isKept: line.startsWith('!'), expression: expressionOf(line.replace(/^!/, '')) }));
  return (path) => rules.findLast(({ expression }) => expression.test(path))?.isKept ?? true;
}
