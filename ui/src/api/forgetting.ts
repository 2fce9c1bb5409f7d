/**
 * How long a finished mutation is kept if it holds a secret or a photo, in milliseconds. While a call is not answered and its screen has
 * gone, TanStack Query looks again after each such time, so with 0 it would look without a pause.
 */
export const soonForgottenMs = 1_000;
