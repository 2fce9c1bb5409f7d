import { useEffect, useId, useRef, useState } from 'react';
import { api } from '~/api/client';
import { writeOpenDrafts } from '~/lib/draft/store';
import { now } from '~/lib/time/clock';
import styles from './HumanCheck.module.css';
import type { Challenge } from './solveChallenge';
import { TextButton } from './TextButton';

type State = 'open' | 'working' | 'passed' | 'expired' | 'failed' | 'unloaded';

/** The label beside the checkbox during the computation, and after it. */
const labels: Partial<Record<State, string>> = { working: 'Verifying…', passed: 'Verified' };

const failures: Partial<Record<State, string>> = {
  expired: 'Verification expired. Please try again.',
  failed: 'Verification failed. Please try again.',
  unloaded: 'The verification did not load. Please reload the page.',
};

interface HumanCheckWidgetProps {
  onToken: (token: string) => void;
  /** Called when the box is ticked. `work` resolves once there is a token, or once it is known that there will be none. */
  onWork: (work: Promise<void>) => void;
  /** The element with the form's message; undefined while there is none. */
  messageId: string | undefined;
}

/** Reloads the page. What is typed is kept if the form has a draft and the browser has storage. */
function reload(): void {
  try {
    writeOpenDrafts();
  } finally {
    window.location.reload();
  }
}

const loadSolver = () => import('./solveChallenge');

/**
 * Time limit for the work, including the loading of its code and the challenge. Loading that stalls would otherwise never
 * end.
 */
const LONGEST_WORK_MS = 90_000;

/** Rejects when the work is stopped, or has taken too long. */
const unlessStopped = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    signal.addEventListener('abort', reject);
    setTimeout(reject, LONGEST_WORK_MS);
  });

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
    let why: State = 'failed';
    const solve = async () => {
      const asked = api.get('/human_check', { signal: controller.signal });
      // The solver's code and the challenge are loaded at the same time.
      const solver = loadSolver().catch((error: unknown) => {
        // Browsers do not load a failed module again, and after a release the file may be gone, so only a reload helps.
        // Without a network, a reload would not help either.
        if (navigator.onLine) why = 'unloaded';
        throw error;
      });
      const [challenge, { solveChallenge }] = await Promise.all([
        asked as Promise<unknown> as Promise<Challenge>,
        solver,
      ]);
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
      end('passed', await Promise.race([solve(), unlessStopped(controller.signal)]));
    } catch {
      if (isOver()) return;
      stop.current();
      end(why);
    }
  };
  const change = (isTicked: boolean) => {
    if (isTicked) return onWork(begin());
    stop.current();
    end('open');
  };

  const failure = failures[state];
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
          <TextButton onClick={reload}>Reload</TextButton>
        </p>
      ) : null}
    </div>
  );
}
