/** One shared empty list, so that its identity never changes. */
export const none: readonly string[] = [];
