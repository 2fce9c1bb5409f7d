import type { Plugin } from 'vite';

interface Chunk {
  fileName: string;
  code: string;
}

export const isRuntime = (fileName: string): boolean => fileName.startsWith('assets/rolldown-runtime-');

const isFoundation = (fileName: string): boolean => fileName.startsWith('assets/foundation-');

/** The names of `{a as b,c}`, each with the one that it has outside. */
const namesOf = (list: string): [inner: string, outer: string][] =>
  list.split(',').map((each) => {
    const [inner = each, outer = inner] = each.trim().split(' as ');
    return [inner, outer];
  });

/** A name that no minifier makes. */
const shared = (name: string) => `runtime$${name}`;

/**
 * Writes the bundler's runtime, 600 bytes, into the chunk of the packages, from which all others import it then. Returns the name of
 * the file that nobody needs any more; null if the chunks are not as they were. The chunk keeps its name, which has the runtime's in
 * it.
 */
export function joinRuntime(chunks: readonly Chunk[]): string | null {
  const runtime = chunks.find(({ fileName }) => isRuntime(fileName));
  const foundation = chunks.find(({ fileName }) => isFoundation(fileName));
  const [, body, exported] = /^([\s\S]*);export\{([^{}]+)\};?\s*$/.exec(runtime?.code ?? '') ?? [];
  if (!runtime || !foundation || !body || !exported) return null;
  const [file, target] = [runtime, foundation].map(({ fileName }) => fileName.replace('assets/', ''));
  const importing = (code: string) => {
    const found = /import\{([^{}]+)\}from"\.\/(rolldown-runtime-[\w-]+\.js)";/.exec(code);
    return found?.[2] === file ? found : null;
  };
  const own = importing(foundation.code);
  // What it imports beside might import it.
  if (!own || /(^|;)import\{/.test(foundation.code.replace(own[0], ''))) return null;
  for (const chunk of chunks) {
    if (chunk === runtime || chunk === foundation) continue;
    const [statement, names = ''] = importing(chunk.code) ?? [];
    if (statement) {
      const picked = namesOf(names).map(([inner, outer]) => `${shared(inner)} as ${outer}`);
      chunk.code = chunk.code.replace(statement, () => `import{${picked.join()}}from"./${target}";`);
    }
    chunk.code = chunk.code.replaceAll(`"assets/${file}"`, `"assets/${target}"`);
    if (chunk.code.includes(file ?? '')) return null;
  }
  const given = namesOf(exported);
  const mine = namesOf(own[1] ?? '').map(([inner, outer]) => `${outer}=${shared(inner)}`);
  foundation.code = foundation.code.replace(
    own[0],
    () =>
      `const[${given.map(([, outer]) => shared(outer)).join()}]=(()=>{${body};return[${given.map(([inner]) => inner).join()}]})();` +
      `const ${mine.join()};export{${given.map(([, outer]) => shared(outer)).join()}};`,
  );
  return runtime.fileName;
}

/** A first visit waits for each file, so that the runtime is none of its own. Rolldown puts it into no group. */
export const withoutRuntime = (): Plugin => ({
  name: 'stylebox-without-runtime',
  apply: 'build',
  enforce: 'post',
  generateBundle: {
    order: 'post',
    handler(_options, bundle) {
      const unneeded = joinRuntime(Object.values(bundle).filter((file) => file.type === 'chunk'));
      if (unneeded === null) return this.error('The runtime is imported in another way now: look at it again.');
      delete bundle[unneeded];
    },
  },
});
