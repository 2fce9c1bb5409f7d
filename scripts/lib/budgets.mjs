// Size budgets of the page, in KB after gzip.

/** The rules as WebAssembly. */
export const WASM_KB = 100;
/** The JavaScript of the first screen. */
export const FIRST_ROUTE_KB = 125;
