/**
 * The rules of Stylebox, as WebAssembly. It is loaded once, here; everything else imports rules from this module, and
 * nothing in TypeScript decides, words or counts what core decides, words or counts.
 */
export * from 'stylebox-core-wasm';
