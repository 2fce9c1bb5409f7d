import { type BaseSyntheticEvent, useCallback, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form';
import { ApiError, noteAtFields } from '~/api/errors';
import { dismissFailures, showError } from '~/components/feedback/Toaster';
import { messagesText } from '~/core';
import { cleanLines } from '~/lib/form/cleanLines';
import { useReached } from '~/lib/reach';
import { useOnce } from '~/lib/useOnce';
import { closingIssues, formFailure, type Refusal, type Refused } from './coreForm';

interface SendingInput<Values extends FieldValues> {
  form: UseFormReturn<Values>;
  refused: readonly Refusal[];
  setRefused: (change: (before: Refusal[]) => Refusal[]) => void;
  lines: readonly string[];
  labels: Record<string, string>;
  onSubmit: (values: Values) => Promise<unknown>;
  refusals: (error: unknown) => Refused[];
  showsFailures: boolean;
}

/** Sends a form once, even after a double press, and holds the messages if it could not be sent. */
export function useSending<Values extends FieldValues>(of: SendingInput<Values>) {
  const { form, refused, setRefused, lines, labels, onSubmit, refusals, showsFailures } = of;
  const { trigger } = form;
  const [attempt, setAttempt] = useState(0);
  const [busy, setBusy] = useState(false);
  const [unreached, setUnreached] = useState(false);
  const [failure, setFailure] = useState<readonly string[]>([]);
  const once = useOnce();
  const holding = useRef(new Set<() => boolean>());
  const hold = useCallback((holds: () => boolean) => {
    holding.current.add(holds);
    return () => void holding.current.delete(holds);
  }, []);
  useOnceReached(() => setUnreached(false));

  const showSummary = () => setAttempt((count) => count + 1);
  useEffect(() => {
    if (refused.length === 0) return;
    void trigger(refused.map(({ field }) => field as Path<Values>)).then(() => setAttempt((count) => count + 1));
  }, [refused, trigger]);

  /** Shows why the form was refused, at its fields or above them. `sent` has the refused values. */
  const refuse = (error: unknown, sent: Values) => {
    const found = formFailure(error, { found: refusals(error), sent, labels, showsFailures });
    if (found.isUnreached) setUnreached(true);
    if (found.isMistake) {
      reportError(error);
      showError(messagesText('unexpected'), { spoken: false });
    }
    if (found.above.length > 0) setFailure(found.above);
    if (found.isUnreached || found.above.length > 0) showSummary();
    if (found.refused.length > 0) setRefused(() => found.refused);
    if (error instanceof ApiError && found.refused.length + found.above.length > 0) noteAtFields(error);
  };
  const send = async (typed: Values) => {
    if ([...holding.current].some((holds) => holds())) return;
    const sent = cleanLines(typed, lines);
    try {
      await onSubmit(sent);
    } catch (error) {
      refuse(error, sent);
    }
  };
  /**
   * Checks the form and sends it once `ready` resolves, because a field that is filled in automatically may not have its
   * value yet.
   */
  const submit = async (event?: BaseSyntheticEvent, ready?: Promise<unknown>) => {
    event?.preventDefault();
    await once(() => sendChecked(event, ready));
  };
  const sendChecked = async (event?: BaseSyntheticEvent, ready?: Promise<unknown>) => {
    setBusy(true);
    setUnreached(false);
    setFailure([]);
    // The messages of two tries must not be shown together.
    dismissFailures();
    try {
      await ready;
      let isInvalid = false;
      // Issues whose value may be sent again must not keep the form from being sent.
      flushSync(() => setRefused((before) => (before.some(({ again }) => again) ? closingIssues(before) : before)));
      await form.handleSubmit(send, () => void (isInvalid = true))(event);
      // The form knows its errors only now, and the summary can take the focus only once it shows them.
      if (isInvalid) showSummary();
    } finally {
      setBusy(false);
    }
  };
  return {
    submit,
    refuse,
    hold,
    busy,
    /** Hides the message that there is no network, because the customer goes on. */
    forgetUnreached: () => setUnreached(false),
    outcome: { attempt, unreached, failure },
  };
}

/** Calls `then` in the first render after the server can be reached again. */
function useOnceReached(then: () => void): void {
  const reached = useReached();
  const [wasReached, setWasReached] = useState(reached);
  if (reached !== wasReached) {
    setWasReached(reached);
    if (reached) then();
  }
}
