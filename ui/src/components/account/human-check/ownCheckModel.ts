import { isUnreached } from '~/api/errors';
import { messagesText } from '~/core';

/** The state of our own check. A failure is the reason why there is no token. */
export type OwnCheckState = 'open' | 'working' | 'passed' | Failure;
type Failure = 'expired' | 'failed' | 'unreached' | 'unloaded';

/** The label beside the checkbox. */
const labels: Partial<Record<OwnCheckState, string>> = { working: 'Verifying…', passed: 'Verified' };

/** Why there is no token, in the customer's words. */
const failures: Partial<Record<OwnCheckState, () => string>> = {
  expired: () => 'Verification expired. Please try again.',
  failed: () => 'Verification failed. Please try again.',
  unreached: () => messagesText('no_connection'),
  unloaded: () => 'The verification did not load. Please reload the page.',
};

/** What the check shows in a state. */
export const shownCheck = (state: OwnCheckState) => ({
  label: labels[state] ?? 'I’m not a robot',
  isTicked: state === 'working' || state === 'passed',
  isBusy: state === 'working',
  failure: failures[state]?.(),
  offersReload: state === 'unloaded',
});

/** The code of the solver could not be loaded. */
export class SolverNotLoaded extends Error {
  override readonly name = 'SolverNotLoaded';
}

/**
 * If the code does not load although the server gave a challenge, only a reload is certain to help: some browsers keep the
 * failure until then, after a release the file has another name, and a load that stalls is not begun again.
 */
export const failureOf = (error: unknown): Failure =>
  error instanceof SolverNotLoaded ? 'unloaded' : isUnreached(error) ? 'unreached' : 'failed';

/** The time until a challenge expires, in milliseconds. `expiresAt` is in seconds since 1970. */
export const millisecondsLeft = (expiresAt: number, now: string): number =>
  Math.max(0, expiresAt * 1_000 - Date.parse(now));
