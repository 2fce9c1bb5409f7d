/** Loads an ES module from an address that is known only when the page runs. */
export const importModule = (address: string): Promise<unknown> => import(/* @vite-ignore */ address);
