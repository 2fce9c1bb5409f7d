import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useRef, useState } from 'react';
import { ApiError } from '~/api/errors';
import type { NotOrdered } from '~/components/card/notOrdered';
import { useSettlePickup } from '~/api/delivery/plannedPickup';
import type { Account, CardData, NextChargeBody, SavedCard, WaitingPayment } from '~/api/schema.gen';
import { sendAllAnswers } from '~/api/style/answers';
import { cardholderLines, cardLabels } from '~/components/card/cardFields';
import { fieldIssues } from '~/components/card/cardIssues';
import { useEnteredCard } from '~/components/card/cardKind';
import { dismissFailures, showFailure, showSuccess } from '~/components/feedback/Toaster';
import { useCoreForm } from '~/components/form/useCoreForm';
import { type CardChangeAccess, consentCurrent } from '~/core';
import { useNavigate } from '~/lib/router/hooks';
import { useCardChanged, useFeeProblem, useReplaceCard } from '../api';
import {
  changeCardDraft,
  changeCardRules,
  type ChangeCardValues,
  holderOf,
  knownHolder,
  otherCard,
} from './changeCardForm';
import { afterSaving, noChangeCardMessages, changeCardRefusal } from './changeCardModel';
import type { FirstCardBox } from './firstCardBox';

export interface ChangeCardProps {
  account: Account;
  /** The payment that waits for the customer, or null. */
  payment: WaitingPayment | null;
  /** The next charge; undefined if it could not be loaded. */
  charge: NextChargeBody | undefined;
  /** Whether a card that was saved here was declined for the styling fee too. */
  wasDeclined: boolean;
  /** The card on file; null if there is none. */
  known: CardData | null;
  access: CardChangeAccess;
  /** The first box of an account without billing; null if there is none, or if another form orders it. */
  firstBox: FirstCardBox | null;
  /** The path that the customer came from. */
  back: string;
  /** Called with true when the card is sent, and with false if it was not taken. */
  onSaving: (isSaving: boolean) => void;
  /** Called when the card is saved but was declined for the styling fee. The customer may then enter another one. */
  onDeclined: () => void;
}

/**
 * The state of the form for a new card: the messages about the last try, whether a code is needed, and how the card is saved.
 */
export function useChangeCard(props: ChangeCardProps) {
  const { account, payment, known, access, firstBox, back, onSaving, onDeclined } = props;
  const navigate = useNavigate();
  const client = useQueryClient();
  const replace = useReplaceCard();
  const changed = useCardChanged();
  const feeProblem = useFeeProblem();
  const settlePickup = useSettlePickup();
  const card = useEnteredCard();
  const saved = useRef(false);
  const [messages, setMessages] = useState(noChangeCardMessages);
  const [needsCode, setNeedsCode] = useState(false);
  // A customer who chose a frequency before keeps it, and a pick-up or a theme box is on demand.
  const isChosen = account.subscription_type !== null || firstBox?.is_frequency_chosen === true;

  const refuse = (error: unknown, afterCode: boolean) => {
    if (!(error instanceof ApiError)) return;
    // The form reads the failure out, so the toast does not.
    showFailure(error, { spoken: false });
    const refused = changeCardRefusal(error, afterCode);
    setMessages(refused.messages);
    if (refused.needsCode) setNeedsCode(true);
    if (refused.isStale) void changed();
    if (refused.forgotten !== null) card.forget(refused.forgotten);
  };
  const save = (values: ChangeCardValues) =>
    replace.mutateAsync(async () => {
      // The server makes the order from its own copy of the answers and the plan, so they are sent first.
      const isOrdered = firstBox?.isOrdered === true;
      if (isOrdered) await Promise.all([sendAllAnswers(client), settlePickup()]);
      const holder = holderOf(values);
      return otherCard(await card.send(holder), holder, values, consentCurrent().version, isOrdered);
    });
  const finish = async (answer: SavedCard | null) => {
    const next = afterSaving({ answer, problem: payment?.by_new_card ? feeProblem() : null, back });
    if (next.kind === 'declined') return onDeclined();
    showSuccess(next.toast);
    const state = next.notOrdered && { state: { refused: next.notOrdered } satisfies NotOrdered };
    await navigate(next.to, { replace: true, ...state });
  };
  const done = async (answer: SavedCard) => {
    saved.current = true;
    card.forget('all');
    form.forgetDraft();
    await finish(answer);
  };

  const validate = useCallback((values: ChangeCardValues) => card.validate(changeCardRules, values), [card]);
  const form = useCoreForm<ChangeCardValues>({
    defaultValues: knownHolder(account, known?.cardholder ?? null, isChosen ? null : access.default_subscription),
    draft: changeCardDraft,
    validate,
    lines: cardholderLines,
    labels: cardLabels,
    refusals: fieldIssues,
    showsFailures: true,
    onSubmit: async (values) => {
      // A second press while the next screen loads does nothing.
      if (saved.current) return;
      setMessages(noChangeCardMessages);
      dismissFailures();
      onSaving(true);
      let answer: SavedCard;
      try {
        answer = await card.save(() => save(values));
      } catch (error) {
        onSaving(false);
        refuse(error, false);
        throw error;
      }
      await done(answer);
    },
  });

  const codeStep = {
    onConfirmed: async () => {
      onSaving(true);
      form.forgetDraft();
      await changed();
      await finish(null);
    },
    onRefused: (error: unknown) => {
      onSaving(true);
      return card
        .save(() => save(form.values), error)
        .then(done, (refusal) => {
          onSaving(false);
          setNeedsCode(false);
          refuse(refusal, true);
        });
    },
    onCancel: () => setNeedsCode(false),
  };
  return { form, card, messages, codeStep: needsCode ? codeStep : null, isSaved: replace.isSuccess };
}
