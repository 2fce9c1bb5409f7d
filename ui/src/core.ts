/**
 * The rules of Stylebox, as WebAssembly. They are loaded once, here, and everything else imports them from this module.
 * TypeScript repeats no rule, text or constant that core has.
 */
export * from 'stylebox-core-wasm';
