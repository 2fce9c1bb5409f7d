/** The values that the build inserts into the worker (`ui/scripts/serviceWorker.ts`). */
declare const BUILD: {
  /** Changes with each version of the page. */
  readonly version: string;
  /** The script that starts a page of this version. */
  readonly entry: string;
  /** The files without which no screen opens, as workbox takes them. */
  readonly shell: readonly { url: string; revision: string | null }[];
  /** All other files of this version. */
  readonly files: readonly string[];
};
