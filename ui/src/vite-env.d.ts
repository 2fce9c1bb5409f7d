/// <reference types="vite/client" />

interface ImportMetaEnv {
  /** The version of the rules that this page is built with. */
  readonly RULES_VERSION: string;
}

declare module 'stylebox-core-wasm/loading' {
  /** Resolves when the rules can be called. Rejects if they cannot be loaded. */
  export const loaded: Promise<void>;
}
