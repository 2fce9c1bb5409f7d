import type { Plugin } from 'vite';

interface Chunk {
  fileName: string;
  code: string;
}

export const isRuntime = (fileName: string): boolean => fileName.startsWith('assets/rolldown-runtime-');

const isFoundation = (fileName: string): boolean => fileName.startsWith('assets/foundation-');

/** The names in `{a as b,c}`, each with its exported name. */
const namesOf = (list: string): [inner: string, outer: string][] =>
  list.split(',').map((each) => {
    const [inner = each, outer = inner] = each.trim().split(' as ');
    return [inner, outer];
  });

/** A name that no minifier produces. */
const shared = (name: string) => `runtime$${name}`;

/**
 * Moves the bundler's runtime, 600 bytes, into the chunk of the packages, and makes all other chunks import it from there. Returns the
 * name of the runtime's own file, which can be left out then; null if the chunks import it in a way that is not known here. The chunk of
 * the packages keeps its name: that has a hash of the runtime's name in it, so that it changes with the runtime.
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
  // Another chunk that it imports runs before it, and may need the runtime by then.
  if (!own || /(^|;)import\{/.test(foundation.code.replace(own[0], ''))) return null;
  for (const chunk of chunks) {
    if (chunk === runtime || chunk === foundation) continue;
    const [statement, names = ''] = importing(chunk.code) ?? [];
    if (statement) {
      // It needs nothing else of the packages, and would wait for them.
      if (!chunk.code.replace(statement, '').includes(`from"./${target}"`)) return null;
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

/** Spares a first visit the file of the runtime, which Rolldown puts into no group. */
export const withoutRuntime = (): Plugin => ({
  name: 'stylebox-without-runtime',
  apply: 'build',
  enforce: 'post',
  generateBundle: {
    order: 'post',
    handler(_options, bundle) {
      const unneeded = joinRuntime(Object.values(bundle).filter((file) => file.type === 'chunk'));
      if (unneeded === null) return this.error('The runtime or an import of it does not have the expected form.');
      delete bundle[unneeded];
    },
  },
});
