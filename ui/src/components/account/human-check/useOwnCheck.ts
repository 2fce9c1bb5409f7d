import { useEffect, useRef, useState } from 'react';
import { api } from '~/api/client';
import { now } from '~/lib/time/clock';
import { within } from '~/lib/time/within';
import { failureOf, millisecondsLeft, type OwnCheckState, SolverNotLoaded } from './ownCheckModel';
import type { Challenge } from './solveChallenge';

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

/** The state of our own check. `onToken` gets each token, and an empty one once it counts no more. */
export function useOwnCheck(onToken: (token: string) => void) {
  const [state, setState] = useState<OwnCheckState>('open');
  const report = useRef(onToken);
  /** Stops the work and the expiry timer. */
  const stop = useRef(() => {});
  useEffect(() => {
    report.current = onToken;
  });

  useEffect(() => () => stop.current(), []);
  const end = (next: OwnCheckState, token = '') => {
    setState(next);
    report.current(token);
  };

  /** Computes a token. The promise resolves once there is one, or once it is known that there will be none. */
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
        expiry = setTimeout(expire, millisecondsLeft(expiresAt, now()));
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

  /** Stops the work, and takes a token back. */
  const cancel = () => {
    stop.current();
    end('open');
  };
  return { state, begin, cancel };
}
