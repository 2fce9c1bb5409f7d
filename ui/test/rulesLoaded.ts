/** Node has loaded its build of the rules before the first test. */
export const loaded = Promise.resolve();
