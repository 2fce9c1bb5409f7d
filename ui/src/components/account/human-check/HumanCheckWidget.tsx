import { useEffect, useId, useRef, useState } from 'react';
import { api } from '~/api/client';
import { isUnreached } from '~/api/errors';
import { ReloadButton } from '~/components/feedback/ReloadButton';
import { messagesText } from '~/core';
import { now } from '~/lib/time/clock';
import { within } from '~/lib/time/within';
import styles from './HumanCheck.module.css';
import type { Challenge } from './solveChallenge';

type State = 'open' | 'working' | 'passed' | Failure;
type Failure = 'expired' | 'failed' | 'unreached' | 'unloaded';

/** The label beside the checkbox during the computation, and after it. */
const labels: Partial<Record<State, string>> = { working: 'Verifying…', passed: 'Verified' };

/** Why there is no token, in the customer's words. */
const failures: Record<Failure, () => string> = {
  expired: () => 'Verification expired. Please try again.',
  failed: () => 'Verification failed. Please try again.',
  unreached: () => messagesText('no_connection'),
  unloaded: () => 'The verification did not load. Please reload the page.',
};

const isFailure = (state: State): state is Failure => state in failures;

interface HumanCheckWidgetProps {
  onToken: (token: string) => void;
  /** Called when the box is ticked. `work` resolves once there is a token, or once it is known that there will be none. */
  onWork: (work: Promise<void>) => void;
  /** The element with the form's message; undefined while there is none. */
  messageId: string | undefined;
}

/** The code of the solver could not be loaded. */
class SolverNotLoaded extends Error {
  override readonly name = 'SolverNotLoaded';
}

/** Time limit for loading the solver's code. */
const loadTimeoutMs = 30_000;

const loadSolver = () =>
  within(import('./solveChallenge'), loadTimeoutMs).catch((cause: unknown) => {
    throw new SolverNotLoaded('The solver of the human check did not load.', { cause });
  });

/** Time limit for the whole work. A worker that stalls would otherwise never end it. */
const workTimeoutMs = 90_000;

/** Rejects when the work is stopped. */
const untilStopped = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    signal.addEventListener('abort', reject);
  });

/**
 * If the code does not load although the server gave a challenge, only a reload is certain to help: some browsers keep the
 * failure until then, after a release the file has another name, and a load that stalls is not begun again.
 */
const failureOf = (error: unknown): Failure =>
  error instanceof SolverNotLoaded ? 'unloaded' : isUnreached(error) ? 'unreached' : 'failed';

/**
 * Our own human check: a checkbox, and Altcha's proof of work. Altcha's own widget does the same, but its code
 * would delay the first visit of every form (docs/performance.md).
 */
export default function HumanCheckWidget({ onToken, onWork, messageId }: HumanCheckWidgetProps) {
  const id = useId();
  const [state, setState] = useState<State>('open');
  const report = useRef(onToken);
  /** Stops the work and the expiry timer. */
  const stop = useRef(() => {});
  useEffect(() => {
    report.current = onToken;
  });

  useEffect(() => () => stop.current(), []);
  const end = (next: State, token = '') => {
    setState(next);
    report.current(token);
  };

  const begin = async () => {
    stop.current();
    const controller = new AbortController();
    const isOver = () => controller.signal.aborted;
    let expiry: ReturnType<typeof setTimeout> | undefined;
    stop.current = () => {
      controller.abort();
      clearTimeout(expiry);
    };
    end('working');
    const solve = async () => {
      const asked = api.get('/human_check', { signal: controller.signal });
      // The solver's code is loaded at the same time. Without a challenge, it does not matter whether that works.
      const solver = loadSolver();
      solver.catch(() => undefined);
      const challenge = (await (asked as Promise<unknown>)) as Challenge;
      const { solveChallenge } = await solver;
      const { expiresAt } = challenge.parameters;
      controller.signal.throwIfAborted();
      if (expiresAt !== undefined) {
        const expire = () => {
          stop.current();
          end('expired');
        };
        expiry = setTimeout(expire, Math.max(0, expiresAt * 1_000 - Date.parse(now())));
      }
      return solveChallenge(challenge, controller);
    };
    try {
      end('passed', await within(Promise.race([solve(), untilStopped(controller.signal)]), workTimeoutMs));
    } catch (error) {
      if (isOver()) return;
      stop.current();
      end(failureOf(error));
    }
  };
  const change = (isTicked: boolean) => {
    if (isTicked) return onWork(begin());
    stop.current();
    end('open');
  };

  const failure = isFailure(state) ? failures[state]() : undefined;
  return (
    <div>
      <label className={styles.tick} htmlFor={id}>
        <input
          id={id}
          type="checkbox"
          checked={state === 'working' || state === 'passed'}
          aria-busy={state === 'working'}
          aria-required
          aria-invalid={messageId !== undefined}
          aria-describedby={[failure && `${id}-failure`, messageId].filter(Boolean).join(' ') || undefined}
          onChange={({ target }) => change(target.checked)}
        />
        <span aria-live="polite">{labels[state] ?? 'I’m not a robot'}</span>
      </label>
      <p id={`${id}-failure`} className={styles.failure} role="alert">
        {failure}
      </p>
      {state === 'unloaded' ? (
        <p className={styles.reload}>
          <ReloadButton mayLoseTyped />
        </p>
      ) : null}
    </div>
  );
}
