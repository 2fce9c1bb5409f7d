import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useRef, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { ApiError, errorsOf } from '~/api/errors';
import type { NotOrdered } from '~/api/notOrdered';
import { useSettlePickup } from '~/api/plannedPickup';
import { sendAllAnswers } from '~/api/style/answers';
import { feeInput } from '~/api/stylingFee';
import type { Account, CardData, NextChargeBody, SavedCard, WaitingPayment } from '~/api/schema.gen';
import { CardCodeStep } from '~/components/card/CardCodeStep';
import { Consent } from '~/components/card/Consent';
import { CardEntry } from '~/components/card/CardEntry';
import { CardFace } from './CardFace';
import { cardIssues, fieldIssues } from '~/components/card/cardIssues';
import { useEnteredCard } from '~/components/card/cardKind';
import { cardRefusal } from '~/components/card/cardRefusal';
import { billingNames, cardholderLines, cardLabels } from '~/components/card/cardFields';
import { Banner } from '~/components/feedback/Banner';
import { dismissFailures, showFailure, showSuccess } from '~/components/feedback/Toaster';
import { AddressFields } from '~/components/form/AddressFields';
import { Button } from '~/components/form/Button';
import { isSubscribing } from '~/components/order/ordering/frequency';
import { ErrorSummary } from '~/components/form/ErrorSummary';
import { useCoreForm } from '~/components/form/useCoreForm';
import { PageTitle } from '~/components/layout/PageTitle';
import { cardDashboardBanner, type CardChangeAccess, consentCurrent, messagesText, stylingFeeWords } from '~/core';
import { now } from '~/lib/time/clock';
import { paths } from '~/paths';
import { useCardChanged, useFeeProblem, useReplaceCard } from '../api';
import styles from './ChangeCard.module.css';
import { FeeAtOnce, PurchaseSoon } from './FeeAtOnce';
import type { FirstBox } from './firstBox';
import { FirstBoxOrder } from './FirstBoxOrder';
import { FirstFrequency } from './FirstFrequency';
import {
  changeCardDraft,
  changeCardRules,
  type ChangeCardValues,
  holderOf,
  knownHolder,
  otherCard,
} from './changeCardForm';

export interface ChangeCardProps {
  account: Account;
  /** The payment that waits for the customer, or null. */
  payment: WaitingPayment | null;
  /** The next charge; undefined if it could not be loaded. */
  charge: NextChargeBody | undefined;
  /** Whether a card was saved here that was declined for the styling fee too. */
  wasDeclined: boolean;
  /** The card on file; null if there is none. */
  known: CardData | null;
  access: CardChangeAccess;
  /** The first box of an account without billing; null if there is none, or another form orders it. */
  firstBox: FirstBox | null;
  /** Where the customer came from. */
  back: string;
  /** Called when the card is sent, and with false if it was not taken. */
  onSaving: (isSaving: boolean) => void;
  /** Called with the card saved that was declined for the styling fee: the customer may give yet another one. */
  onDeclined: () => void;
}

/** The form of another card, or of the first one of an account without any. After it the customer is back where they came from. */
export function ChangeCard(props: ChangeCardProps) {
  const { account, payment, charge, wasDeclined, known, access, firstBox, back, onSaving, onDeclined } = props;
  const navigate = useNavigate();
  const replace = useReplaceCard();
  const changed = useCardChanged();
  const feeProblem = useFeeProblem();
  const client = useQueryClient();
  const settlePickup = useSettlePickup();
  // Who chose before keeps that, and a pick-up or a theme box is on demand.
  const isChosen = account.subscription_type !== null || firstBox?.is_frequency_chosen === true;
  const proposed = isChosen ? null : access.default_subscription;
  const card = useEnteredCard();
  const saved = useRef(false);
  const [first] = useState(known?.card_info ?? null);
  const [refused, setRefused] = useState<readonly string[]>([]);
  const [note, setNote] = useState<string | null>(null);
  const [cardNote, setCardNote] = useState<string | null>(null);
  const [needsCode, setNeedsCode] = useState(false);

  const refuse = (error: unknown, { afterCode = false } = {}) => {
    if (!(error instanceof ApiError)) return;
    // It is read out where it stands.
    showFailure(error, { spoken: false });
    const { needsCode: waitsForCode, isFinal, note: below, forgotten } = cardRefusal(error, { afterCode });
    if (waitsForCode) setNeedsCode(true);
    else if (!afterCode && cardIssues(error).length > 0) setCardNote(below);
    else if (afterCode || fieldIssues(error).length === 0) {
      setRefused(errorsOf(error).map(({ message }) => message));
      setNote(below);
      // Another tab may have ordered, or changed the card: the page shows what is so now.
      if (isFinal) void changed();
    }
    if (forgotten !== null) card.forget(forgotten);
  };
  const save = (values: ChangeCardValues) =>
    replace.mutateAsync(async () => {
      // The server makes the order from the answers and the plan that it has.
      const isOrdered = firstBox?.isOrdered === true;
      if (isOrdered) await Promise.all([sendAllAnswers(client), settlePickup()]);
      const holder = holderOf(values);
      return otherCard(await card.send(holder), holder, values, consentCurrent().version, isOrdered);
    });
  const finish = async (answer: SavedCard | null = null) => {
    const problem = payment?.by_new_card ? feeProblem() : null;
    if (problem === 'declined') return onDeclined();
    const isOrdered = (answer?.order_id ?? null) !== null;
    showSuccess(isOrdered ? `Your card is saved. ${messagesText('order_placed')}` : 'Your card is saved.');
    // What is missing from the first box is added there, and it is ordered without the card.
    const why = answer?.order_error ?? null;
    if (why !== null) {
      return navigate(paths.billing, { replace: true, state: { refused: why } satisfies NotOrdered });
    }
    // The dashboard leads to the bank.
    await navigate(problem === 'confirm' ? paths.dashboard : back, { replace: true });
  };

  const validate = useCallback((values: ChangeCardValues) => card.validate(changeCardRules, values), [card]);
  const form = useCoreForm<ChangeCardValues>({
    defaultValues: knownHolder(account, known?.cardholder ?? null, proposed),
    draft: changeCardDraft,
    validate,
    lines: cardholderLines,
    labels: cardLabels,
    refusals: fieldIssues,
    showsFailures: true,
    onSubmit: async (values) => {
      // A second press while the next screen loads does nothing.
      if (saved.current) return;
      setRefused([]);
      setCardNote(null);
      dismissFailures();
      onSaving(true);
      let answer: SavedCard;
      try {
        answer = await card.save(() => save(values));
      } catch (error) {
        onSaving(false);
        refuse(error);
        throw error;
      }
      await done(answer);
    },
  });
  const done = async (answer: SavedCard) => {
    saved.current = true;
    card.forget('all');
    form.forgetDraft();
    await finish(answer);
  };

  const frequency = form.values.subscription_type;
  if (needsCode) {
    return (
      <div className={styles.page}>
        <PageTitle eyebrow="Your card">{access.label}</PageTitle>
        <CardCodeStep
          account={account}
          onConfirmed={async () => {
            onSaving(true);
            form.forgetDraft();
            await changed();
            await finish();
          }}
          onRefused={(error) => {
            onSaving(true);
            return card
              .save(() => save(form.values), error)
              .then(done, (refusal) => {
                onSaving(false);
                setNeedsCode(false);
                refuse(refusal, { afterCode: true });
              });
          }}
          onCancel={() => setNeedsCode(false)}
        />
      </div>
    );
  }
  const isAnother = JSON.stringify(first) !== JSON.stringify(known?.card_info ?? null);
  const ending = cardDashboardBanner({ expiration: known?.card_info.expiration ?? null, now: now() });
  return (
    <form className={styles.page} onSubmit={form.submit} noValidate>
      <PageTitle eyebrow={access.first_order_wording ? 'Your first box' : 'Your card'} lead="*Indicated required field">
        {access.label}
      </PageTitle>
      {access.first_order_wording ? <FirstBoxOrder account={account} firstBox={firstBox} back={back} /> : null}
      {wasDeclined ? (
        <Banner tone="fault">
          <p>{messagesText('fee_declined_again')}</p>
        </Banner>
      ) : null}
      {isAnother && !form.busy && !replace.isSuccess ? (
        <Banner>
          <p>The card on file was changed in another tab or on another device.</p>
        </Banner>
      ) : null}
      {known ? (
        <section className={styles.section} aria-labelledby="card-on-file">
          <h2 id="card-on-file">On file</h2>
          <CardFace card={known.card_info} holder={known.cardholder.name} />
          {ending ? (
            <p className={styles.text}>
              {ending.kind === 'expired' ? 'This card has expired.' : 'This card expires soon.'}
            </p>
          ) : null}
        </section>
      ) : null}
      <ErrorSummary {...form.summary} note={cardNote} />
      {refused.length > 0 ? (
        <Banner tone="fault">
          {refused.map((message) => (
            <p key={message}>{message}</p>
          ))}
          {note === null ? null : <p>{note}</p>}
        </Banner>
      ) : null}
      <section className={styles.section} aria-labelledby="card">
        <h2 id="card">{known ? 'The new card' : 'Your card'}</h2>
        <CardEntry card={card} holder={form.field('cardholder.name')} bind={form.counted} />
      </section>
      <section className={styles.section} aria-labelledby="billing">
        <h2 id="billing">Billing address</h2>
        <AddressFields
          field={form.field}
          texts={form.texts}
          names={billingNames}
          labels={cardLabels}
          autoComplete="billing"
        />
      </section>
      {frequency === null ? null : (
        <FirstFrequency
          account={account}
          value={frequency}
          onChange={(chosen) => void form.choose('subscription_type', chosen)}
        />
      )}
      {payment?.by_new_card ? <FeeAtOnce amount={payment.amount} /> : null}
      {/* Without consent to the present card the amount leaves out what is not decided. With the new one comes consent. */}
      {charge?.by_new_card ? (
        <PurchaseSoon amount={charge.has_consent ? charge.amount : null} undecided={charge.undecided} />
      ) : null}
      {firstBox?.isOrdered ? (
        <p className={styles.text}>{stylingFeeWords(feeInput(account, firstBox.subscription_type))}</p>
      ) : null}
      <Consent />
      <div className={styles.actions}>
        <Button type="submit" blocked={!form.valid} busy={form.busy} busyLabel="One moment...">
          {isSubscribing(account.subscription_type, frequency) ? `${access.label} and Subscribe` : access.label}
        </Button>
        <Link to={back}>Leave it as is</Link>
      </div>
    </form>
  );
}
