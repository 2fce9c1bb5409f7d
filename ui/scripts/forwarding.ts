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
      const { unneeded, needed } = joinForwarded(Object.values(bundle).filter((file) => file.type === 'chunk'));
      if (needed.length > 0) this.error(`${needed.join(', ')} is imported in another way now: look at it again.`);
      for (const fileName of unneeded) delete bundle[fileName];
    },
  },
});
