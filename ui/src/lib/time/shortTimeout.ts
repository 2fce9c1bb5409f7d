/**
 * Time limit for calls whose screen works without an answer, or that are tried again later, so that a hanging network is soon
 * noticed.
 */
export const shortTimeoutMs = 15_000;
