/** One empty list for all, so that nothing renders anew because an empty list is another one. */
export const none: readonly string[] = [];
