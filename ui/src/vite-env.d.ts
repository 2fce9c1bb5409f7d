/// <reference types="vite/client" />

interface ImportMetaEnv {
  /** The version of the rules that this page is built with. */
  readonly RULES_VERSION: string;
}
