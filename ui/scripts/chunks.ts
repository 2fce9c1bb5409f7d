import type { Manifest } from 'vite';

/** Where a built file is served. */
export const address = (file: string): string => `/members/${file}`;

/** The chunks of modules, with all that they import statically. */
export function chunksOf(manifest: Manifest, ...modules: string[]): Manifest[string][] {
  const found = new Map<string, Manifest[string]>();
  const add = (name: string) => {
    if (found.has(name)) return;
    const chunk = manifest[name];
    if (!chunk) throw new Error(`${name} is not in the build.`);
    found.set(name, chunk);
    for (const imported of chunk.imports ?? []) add(imported);
  };
  for (const module of modules) add(module);
  return [...found.values()];
}
