import type { Manifest } from 'vite';

/** The address at which the server serves a built file. */
export const address = (file: string): string => `/members/${file}`;

/** The chunks of modules and of everything that they import statically. Throws for a module that is not in the build. */
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
