import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { primaryAddress } from '~/api/account/record';
import { ApiError, errorsOf, isUnreached } from '~/api/errors';
import { nextChargeQuery } from '~/api/payment/nextCharge';
import type { Account } from '~/api/schema.gen';
import { dismissFailures, showSuccess } from '~/components/feedback/Toaster';
import { messagesText, type Type } from '~/core';
import { forgetDraft } from '~/lib/draft/store';
import { useDraftState } from '~/lib/draft/useDraft';
import { useNavigate } from '~/lib/router/hooks';
import { now } from '~/lib/time/clock';
import { paths } from '~/paths';
import { useChangeFrequency } from '../api';
import { choiceDraft, unchosen } from './choice';
import { frequencyId, missingParts, savedToasts, shownFrequency } from './subscriptionModel';

/** The state of the subscription's form: what is selected, what follows from it, and how it is saved. */
export function useSubscriptionForm(account: Account, proposed: Type | null) {
  const navigate = useNavigate();
  const [choice, setChoice] = useDraftState(choiceDraft, unchosen);
  const [isAsking, setAsking] = useState(false);
  const [isAddressOpen, setAddressOpen] = useState(false);
  const [wasPressed, setWasPressed] = useState(false);
  const [attempt, setAttempt] = useState(0);
  const saved = useRef(false);
  const request = useChangeFrequency();
  const shown = shownFrequency(account, choice, proposed);
  const { from, to, change, voids } = shown;
  /** The frequency when the customer selected another one. */
  const known = choice.frequency === null ? from : choice.from;
  const preview = useQuery({ ...nextChargeQuery(to), enabled: change !== null });
  const missing = missingParts(to, isAddressOpen && primaryAddress(account) !== null);

  /** Returns false if the frequency was changed elsewhere meanwhile, because the customer has to see that first. */
  const send = async () => {
    if (change === null) return true;
    const sent = { to: change, from: known, skip_days: account.skip_days };
    const { account: latest, isSaved } = await request.mutateAsync(sent);
    if (!isSaved) {
      setChoice(({ frequency }) => ({ frequency, from: latest.subscription_type }));
      setAttempt((count) => count + 1);
    }
    return isSaved;
  };
  const save = async () => {
    // A second press while the dashboard loads does nothing.
    if (saved.current) return;
    dismissFailures();
    try {
      if (await send()) {
        saved.current = true;
        forgetDraft(choiceDraft);
        savedToasts(shown, account, now()).forEach(showSuccess);
        await navigate(paths.dashboard);
      }
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      // A toast says why, unless there was no answer.
      setAttempt((count) => count + 1);
    }
    setAsking(false);
  };

  const failure = request.error instanceof ApiError ? request.error : null;
  const unreached = failure !== null && isUnreached(failure);
  const refusal = failure && !unreached ? errorsOf(failure)[0]?.message : undefined;
  const elsewhere = request.data?.isSaved === false ? messagesText('changed_elsewhere') : undefined;
  const required = wasPressed && to === null ? messagesText('required') : undefined;
  return {
    shown,
    preview,
    message: refusal ?? elsewhere ?? required,
    summary: {
      faults: elsewhere ? [{ id: frequencyId, label: 'How often boxes come', message: elsewhere }] : [],
      attempt,
      unreached,
    },
    choose: (frequency: Type) => {
      request.reset();
      setChoice({ frequency, from: known });
    },
    setAddressOpen,
    missing: missing.map(({ name }) => name),
    showMissing: () => {
      setWasPressed(true);
      document.getElementById(missing[0]?.id ?? '')?.focus();
    },
    busy: request.isPending,
    /** Whether the customer is asked for a confirmation, because the change undoes a skip. */
    isAsking,
    closeQuestion: () => setAsking(false),
    press: () => (voids ? setAsking(true) : void save()),
    save: () => void save(),
  };
}
