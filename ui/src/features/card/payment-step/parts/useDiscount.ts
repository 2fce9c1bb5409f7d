import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { errorsOf } from '~/api/errors';
import type { SignupCodeBody } from '~/api/schema.gen';
import { type DefaultDiscount, defaultDiscountQuery } from '~/api/signupDiscount';
import { declareDraft } from '~/lib/draft/draft';
import { forgetDraft } from '~/lib/draft/store';
import { useDraftState } from '~/lib/draft/useDraft';
import { notChecked, useTypedDiscount } from '../api';

/** A code is checked after this many milliseconds without typing. */
const typingPauseMs = 600;

interface TypedDiscount {
  coupon: string;
}

const draft = declareDraft<TypedDiscount>({ name: 'signup discount', lifetime: 'customer', fields: ['coupon'] });

export interface Discount {
  /** As typed. */
  typed: string;
  type: (code: string) => void;
  /** What counts now; undefined while that is not known, null if nothing does. */
  counts: Pick<SignupCodeBody, 'code' | 'description'> | null | undefined;
  /** What is said of a code that came with the card and has ended, until another one is typed; null if none has. */
  ended: string | null;
  /** Loads what counts again; null unless that has failed. */
  retry: (() => void) | null;
  /** Whether the typed code is what counts. */
  isTyped: boolean;
  /** What is wrong with the typed code. */
  message: string | undefined;
  /** Notes that the server refused the typed code when the form was sent. */
  refuse: (message: string) => void;
  /** The code to send; null leaves the choice to the server. */
  sent: string | null;
  /** Forgets the typed code, after the order was made. */
  forget: () => void;
}

/** The discount of the first box: the typed code's, otherwise the one that every new customer has. Checking never blocks. */
export function useDiscount(): Discount {
  const [{ coupon: typed }, setTyped] = useDraftState(draft, { coupon: '' });
  const [refused, setRefused] = useState<{ code: string; message: string } | null>(null);
  const code = typed.trim();
  const pausedCode = usePaused(code);
  // A code can end while the page was elsewhere.
  const byDefault = useQuery({ ...defaultDiscountQuery, refetchOnMount: 'always' });
  const check = useTypedDiscount(pausedCode);
  const isChecked = pausedCode === code && code !== '';
  const found = isChecked ? check.data : undefined;
  const failed = isChecked ? notChecked(check.error) : null;
  return {
    typed,
    type: (coupon) => setTyped({ coupon }),
    counts: found ?? byDefault.data?.counts,
    ended: code === '' && byDefault.data ? endedOf(byDefault.data) : null,
    retry: !found && byDefault.isLoadingError ? () => void byDefault.refetch() : null,
    isTyped: found !== undefined,
    message: (refused?.code === code ? refused.message : failed) ?? undefined,
    refuse: (message) => setRefused({ code, message }),
    sent: code === '' ? null : code,
    forget: () => forgetDraft(draft),
  };
}

/** What is said of a code that came with the card and has ended; null if none has. */
const endedOf = ({ counts, none }: DefaultDiscount): string | null =>
  counts?.ended ?? errorsOf(none).find(({ code }) => code === 'signup_code_ended')?.message ?? null;

/** `value` once it has stayed the same for a while; an empty one at once. */
function usePaused(value: string): string {
  const [paused, setPaused] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setPaused(value), typingPauseMs);
    return () => clearTimeout(timer);
  }, [value]);
  return value === '' ? '' : paused;
}
