import type { Plugin } from 'vite';

/** A chunk that only passes on what another one exports. */
const forwarding = /^export\{([^{}]+)\}from"\.\/([\w.-]+)";\s*$/;

export const isForwarding = (code: string): boolean => forwarding.test(code);

interface Chunk {
  fileName: string;
  code: string;
}

/**
 * Makes all dynamic imports of forwarding chunks import the chunk behind. Returns the names of the files that nobody needs any
 * more, and of those that somebody still names in another way. The names of files stay: an importer's has that of the forwarding
 * chunk in it, and that has the one of the chunk behind.
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

/** Vite's list of the files that a chunk preloads, each with its place, and an import that names their places. */
const preloaded = /\(m\.f=(\[[^\]]*\])\)/;
const preloads = /__vite__mapDeps\(\[([\d,]*)\]\)/g;

/**
 * Names each file once in what a chunk preloads, and none that is `loaded` with the chunk itself. Once forwarding chunks are
 * joined, many screens need the same files.
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
 * A screen whose module lies in a joint chunk gets a file of some forty bytes that only passes it on. Imports the chunk itself
 * instead: a first visit waits for each file.
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
      if (needed.length > 0) this.error(`${needed.join(', ')} is imported in another way now: look at it again.`);
      for (const fileName of unneeded) delete bundle[fileName];
    },
  },
});
