import { useCallback, useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { ApiError, presentation } from '~/api/errors';
import { useSettlePickup } from '~/api/plannedPickup';
import { useAnswers } from '~/api/style/answers';
import { feeInput } from '~/api/stylingFee';
import type { Account, SavedCard } from '~/api/schema.gen';
import { CardCodeStep } from '~/components/card/CardCodeStep';
import { Consent } from '~/components/card/Consent';
import { CardEntry } from '~/components/card/CardEntry';
import { cardIssues, fieldIssues } from '~/components/card/cardIssues';
import { useEnteredCard } from '~/components/card/cardKind';
import { cardRefusal } from '~/components/card/cardRefusal';
import { billingNames } from '~/components/card/cardFields';
import { dismissFailures, showFailure } from '~/components/feedback/Toaster';
import { AddressFields } from '~/components/form/AddressFields';
import { Button } from '~/components/form/Button';
import { CheckboxField } from '~/components/form/CheckboxField';
import { ErrorSummary } from '~/components/form/ErrorSummary';
import { useCoreForm } from '~/components/form/useCoreForm';
import { PageTitle } from '~/components/layout/PageTitle';
import { consentCurrent, stylingFeeWords } from '~/core';
import { recall } from '~/lib/memory';
import { paths } from '~/paths';
import { useSaveCard } from '../api';
import spread from '~/components/layout/FormSpread.module.css';
import styles from './CardForm.module.css';
import { DiscountField, focusDiscount } from './DiscountField';
import { cardOptions, type FirstBox } from './firstBox';
import { holderOf, newCard } from './newCard';
import {
  knownValues,
  type PaymentValues,
  paymentDraft,
  paymentLabels,
  paymentLines,
  paymentRules,
  shippingNames,
} from './paymentForm';
import { type Reason, Reasons } from './Reasons';
import { AddressRefusal, reasonsAboveForm } from './refusals';
import { StillOpen } from './StillOpen';
import { Summary } from './Summary';
import type { Discount } from './useDiscount';
import { paymentTitle, wordsOf } from './words';

interface CardFormProps {
  account: Account;
  box: FirstBox;
  discount: Discount;
  /** Whether saving the card makes the first order. A customer who has ordered only saves the card. */
  makesOrder: boolean;
  /** The card is saved, and the first order made if nothing was missing. */
  onSaved: (saved: SavedCard) => Promise<void>;
  /** The card is saved after a code. */
  onChanged: () => Promise<void>;
  /** Whether the form takes the place of something else, whose focus is gone. */
  replaces: boolean;
  /** Called before the card is sent again, if nobody knows whether it was taken. Returns whether there is nothing to send. */
  goOnIfDone: () => Promise<boolean>;
}

/** The form of an address and the card: where the box goes, or for a pick-up the billing address. */
export function CardForm({
  account,
  box,
  discount,
  makesOrder,
  onSaved,
  onChanged,
  replaces,
  goOnIfDone,
}: CardFormProps) {
  const saveCard = useSaveCard();
  const { settle } = useAnswers();
  const settlePickup = useSettlePickup();
  const isPickUp = box.flow === 'pickup';
  const card = useEnteredCard();
  const saved = useRef(false);
  const coupon = useRef<HTMLInputElement>(null);
  const [refused, setRefused] = useState<Refused | null>(null);
  const [cardNote, setCardNote] = useState<string | null>(null);
  const [badAddress, setBadAddress] = useState<{ message: string; address: string } | null>(null);
  const [needsCode, setNeedsCode] = useState(false);
  const main = useRef<HTMLDivElement>(null);
  const takesFocus = useRef(replaces);
  const isUnknown = useRef(false);

  // The step that was here before is gone.
  useEffect(() => {
    if (takesFocus.current && !needsCode) main.current?.querySelector('h1')?.focus();
  }, [needsCode]);

  /** Shows a failure where it belongs. What was typed stays, but for what is secret. */
  const refuse = (error: unknown, address: string, { afterCode = false } = {}) => {
    const reasons = reasonsAboveForm(error, afterCode);
    const isAtField = reasons?.some(({ field }) => field !== null) ?? false;
    const refusal = cardRefusal(error, { isAtField, afterCode });
    setRefused(reasons && { reasons, note: refusal.note });
    setCardNote(reasons === null && cardIssues(error).length > 0 ? refusal.note : null);
    if (!(error instanceof ApiError)) return;
    isUnknown.current = refusal.mayBeSaved;
    const { address_error, promo_error } = presentation(error);
    // It is read out where it stands.
    showFailure(error, { spoken: false });
    if (address_error !== null) setBadAddress({ message: address_error, address });
    if (promo_error !== null) {
      discount.refuse(promo_error);
      focusDiscount(coupon.current);
    }
    if (refusal.needsCode) setNeedsCode(true);
    if (refusal.forgotten !== null) card.forget(refusal.forgotten);
  };

  /** A pick-up has one address, which is that of the card. */
  const billed = useCallback(
    (values: PaymentValues) => (isPickUp ? { ...values, same_as_shipping: true } : values),
    [isPickUp],
  );
  const save = (values: PaymentValues) =>
    saveCard.mutateAsync(async () => {
      // The server makes the order from the answers and the plan that it has.
      await Promise.all([settle(), settlePickup()]);
      const sent = billed(values);
      const holder = holderOf(sent);
      return newCard(await card.send(holder), holder, sent, {
        consentVersion: consentCurrent().version,
        blogInterest: recall('blog'),
        order: cardOptions(box),
        coupon: discount.sent,
      });
    });

  const finish = async (answer: SavedCard) => {
    saved.current = true;
    card.forget('all');
    form.forgetDraft();
    await onSaved(answer);
  };

  const validate = useCallback((values: PaymentValues) => card.validate(paymentRules, billed(values)), [card, billed]);
  const form = useCoreForm<PaymentValues>({
    defaultValues: knownValues(account),
    draft: paymentDraft,
    validate,
    lines: paymentLines,
    labels: paymentLabels,
    refusals: fieldIssues,
    showsFailures: true,
    onSubmit: async (values) => {
      // A second press while the next screen loads does nothing.
      if (saved.current) return;
      setRefused(null);
      setCardNote(null);
      setBadAddress(null);
      dismissFailures();
      let answer: SavedCard;
      try {
        if (isUnknown.current && (await goOnIfDone())) return;
        answer = await card.save(() => save(values));
      } catch (error) {
        refuse(error, JSON.stringify(values.shipping));
        throw error;
      }
      await finish(answer);
    },
  });
  const { same_as_shipping: same, shipping } = form.values;
  const addressStands = badAddress !== null && badAddress.address === JSON.stringify(shipping);

  if (needsCode) {
    return (
      <div className={styles.code}>
        <PageTitle eyebrow="Your card">{paymentTitle}</PageTitle>
        <CardCodeStep
          account={account}
          onConfirmed={async () => {
            form.forgetDraft();
            await onChanged();
          }}
          onRefused={(error) =>
            card
              .save(() => save(form.values), error)
              .then(finish, (refusal) => {
                setNeedsCode(false);
                refuse(refusal, JSON.stringify(shipping), { afterCode: true });
              })
          }
          onCancel={() => {
            takesFocus.current = true;
            setNeedsCode(false);
          }}
        />
      </div>
    );
  }
  return (
    <form className={spread.spread} data-alone={!makesOrder} onSubmit={form.submit} noValidate>
      <div ref={main} className={spread.main}>
        <PageTitle
          eyebrow={makesOrder ? 'Your first box' : 'Your card'}
          lead={
            <>
              {makesOrder ? <p>{stylingFeeWords(feeInput(account, box.frequency))}</p> : null}
              <p className={styles.required}>*Indicated required field</p>
            </>
          }
        >
          {paymentTitle}
        </PageTitle>
        {makesOrder ? <StillOpen box={box} /> : null}
        <ErrorSummary {...form.summary} unreached={false} note={cardNote} />
        {refused ? <Reasons {...refused} /> : null}
        <section className={styles.section} aria-labelledby="shipping">
          <h2 id="shipping">{wordsOf[box.flow].address}</h2>
          {addressStands ? <AddressRefusal message={badAddress.message} /> : null}
          <AddressFields
            field={form.field}
            texts={form.texts}
            names={shippingNames}
            labels={paymentLabels}
            autoComplete={isPickUp ? 'billing' : 'shipping'}
          />
        </section>
        <section className={styles.section} aria-labelledby="card">
          <h2 id="card">How you pay</h2>
          <CardEntry card={card} holder={form.field('cardholder.name')} bind={form.counted} />
          {isPickUp ? null : (
            <CheckboxField
              label="My billing address is the same as my shipping address"
              {...form.field('same_as_shipping')}
            />
          )}
          {same || isPickUp ? null : (
            <fieldset className={styles.billing}>
              <legend className="eyebrow">Billing address</legend>
              <AddressFields
                field={form.field}
                texts={form.texts}
                names={billingNames}
                labels={paymentLabels}
                autoComplete="billing"
              />
            </fieldset>
          )}
        </section>
        {makesOrder ? (
          <section className={styles.section} aria-labelledby="discount">
            <h2 id="discount">Your discount</h2>
            <DiscountField discount={discount} input={coupon} />
          </section>
        ) : null}
      </div>
      {makesOrder ? <Summary box={box} discount={discount} onDiscount={() => focusDiscount(coupon.current)} /> : null}
      <div className={spread.send}>
        <Consent />
        <div className={spread.actions}>
          <Button type="submit" blocked={!form.valid} busy={form.busy} busyLabel="One moment...">
            {makesOrder ? 'Save and order my box' : 'Save my card'}
          </Button>
          <Link to={makesOrder ? box.previous : paths.dashboard}>Back</Link>
        </div>
      </div>
    </form>
  );
}

/** Why the form was refused, and a line below the reasons. */
interface Refused {
  reasons: readonly Reason[];
  note: string | null;
}
