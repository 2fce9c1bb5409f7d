import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { errorsOf } from '~/api/errors';
import type { SignupCodeBody } from '~/api/schema.gen';
import { type DefaultDiscount, defaultDiscountQuery } from '~/api/account/signupDiscount';
import { declareDraft } from '~/lib/draft/draft';
import { forgetDraft } from '~/lib/draft/store';
import { useDraftState } from '~/lib/draft/useDraft';
import { notChecked, useTypedDiscount } from '../api';

/** A code is checked after this time without typing. */
const typingPauseMs = 600;

interface TypedDiscount {
  coupon: string;
}

const draft = declareDraft<TypedDiscount>({ name: 'signup discount', lifetime: 'customer', fields: ['coupon'] });

export interface Discount {
  /** As typed. */
  typed: string;
  type: (code: string) => void;
  /** The discount that applies; undefined until it is known, null if there is none. */
  counts: Pick<SignupCodeBody, 'code' | 'description'> | null | undefined;
  /** The message about an expired code that came with the card, until another code is typed; null if there is none. */
  ended: string | null;
  /** Loads the discount again; null unless loading has failed. */
  retry: (() => void) | null;
  /** Whether the typed code's discount applies. */
  isTyped: boolean;
  /** The message about a fault of the typed code. */
  message: string | undefined;
  /** Notes that the server refused the typed code when the form was sent. */
  refuse: (message: string) => void;
  /** The code to send; null leaves the choice to the server. */
  sent: string | null;
  /** Forgets the typed code, after the order was made. */
  forget: () => void;
}

/**
 * The discount of the first box: the typed code's, otherwise the customer's default one. Checking a code never blocks the
 * form.
 */
export function useDiscount(): Discount {
  const [{ coupon: typed }, setTyped] = useDraftState(draft, { coupon: '' });
  const [refused, setRefused] = useState<{ code: string; message: string } | null>(null);
  const code = typed.trim();
  const pausedCode = usePaused(code);
  // A code may have expired since the discount was loaded.
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

/** The message about an expired code that came with the card; null if there is none. */
const endedOf = ({ counts, none }: DefaultDiscount): string | null =>
  counts?.ended ?? errorsOf(none).find(({ code }) => code === 'signup_code_ended')?.message ?? null;

/** `value` once it has stayed the same for a while; an empty value immediately. */
function usePaused(value: string): string {
  const [paused, setPaused] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setPaused(value), typingPauseMs);
    return () => clearTimeout(timer);
  }, [value]);
  return value === '' ? '' : paused;
}
