import type { Plugin } from 'vite';

/** A chunk that only re-exports another one. */
const forwarding = /^export\{([^{}]+)\}from"\.\/([\w.-]+)";\s*$/;

export const isForwarding = (code: string): boolean => forwarding.test(code);

interface Chunk {
  fileName: string;
  code: string;
}

/**
 * Makes all dynamic imports of forwarding chunks import the chunk that they re-export. Returns the names of the files that are no
 * longer needed, and of those that are still used in another way. The names of files stay correct: the hash of an importer depends on
 * the forwarding chunk's name, and that on the name of the chunk that it re-exports.
 */
export function joinForwarded(chunks: readonly Chunk[]): { unneeded: string[]; needed: string[] } {
  const unneeded: string[] = [];
  const needed: string[] = [];
  for (const { fileName, code } of chunks) {
    const [, names, target] = forwarding.exec(code) ?? [];
    const name = fileName.replace('assets/', '');
    const importsIt = `import(\`./${name}\`)`;
    if (!names || !target || !chunks.some((chunk) => chunk.code.includes(importsIt))) continue;
    const picked = names.split(',').map((each) => {
      const [inner = each, outer = inner] = each.split(' as ');
      return `${outer}:e.${inner}`;
    });
    for (const chunk of chunks) {
      chunk.code = chunk.code
        .replaceAll(importsIt, `import(\`./${target}\`).then(e=>({${picked.join()}}))`)
        .replaceAll(`"assets/${name}"`, `"assets/${target}"`);
    }
    const isNamed = chunks.some((chunk) => chunk.fileName !== fileName && chunk.code.includes(name));
    (isNamed ? needed : unneeded).push(fileName);
  }
  return { unneeded, needed };
}

/** Vite's list of the files that a chunk preloads, and an import's indices into it. */
const preloaded = /\(m\.f=(\[[^\]]*\])\)/;
const preloads = /__vite__mapDeps\(\[([\d,]*)\]\)/g;

/**
 * Lists each file once among those that a chunk preloads, and no file that is `loaded` with the chunk itself. After forwarding chunks
 * are joined, many screens need the same files.
 */
export function preloadOnce(code: string, loaded: readonly string[]): string {
  const [, list] = preloaded.exec(code) ?? [];
  if (!list) return code;
  const files = JSON.parse(list) as string[];
  const once = [...new Set(files)].filter((file) => !loaded.includes(file));
  const places = (old: string) => {
    const needed = old.split(',').map((place) => once.indexOf(files[Number(place)] ?? ''));
    return [...new Set(needed)].filter((place) => place >= 0).join();
  };
  return code
    .replace(list, () => JSON.stringify(once))
    .replaceAll(preloads, (_, old: string) => `__vite__mapDeps([${places(old)}])`);
}

/**
 * A screen whose module is in a shared chunk gets a file of some forty bytes that only re-exports it. This plugin imports the chunk
 * itself instead, because a first visit waits for each file.
 */
export const withoutForwarding = (): Plugin => ({
  name: 'stylebox-without-forwarding',
  apply: 'build',
  enforce: 'post',
  generateBundle: {
    order: 'post',
    handler(_options, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
      const { unneeded, needed } = joinForwarded(chunks);
      for (const chunk of chunks) chunk.code = preloadOnce(chunk.code, chunk.imports);
      if (needed.length > 0)
        this.error(`${needed.join(', ')} is also imported in a new way, which this plugin does not handle yet.`);
      for (const fileName of unneeded) delete bundle[fileName];
    },
  },
});
