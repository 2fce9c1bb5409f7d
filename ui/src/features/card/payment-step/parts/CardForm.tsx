import { type RefObject, useEffect, useRef } from 'react';
import { feeInput } from '~/api/payment/stylingFee';
import { CardCodeStep } from '~/components/card/CardCodeStep';
import { CardEntry } from '~/components/card/CardEntry';
import { billingNames } from '~/components/card/cardFields';
import { Consent } from '~/components/card/Consent';
import { AddressFields } from '~/components/account/address/AddressFields';
import { Button } from '~/components/form/Button';
import { CheckboxField } from '~/components/form/CheckboxField';
import { ErrorSummary } from '~/components/form/ErrorSummary';
import spread from '~/components/layout/FormSpread.module.css';
import { PageTitle } from '~/components/layout/PageTitle';
import { stylingFeeWords } from '~/core';
import { Link } from '~/lib/router/Link';
import { paths } from '~/paths';
import { requiredNote } from '~/components/form/requiredNote';
import styles from './CardForm.module.css';
import { DiscountField, focusDiscount } from './DiscountField';
import { paymentLabels, shippingNames } from './paymentForm';
import { Reasons } from './Reasons';
import { AddressRefusal } from './refusals';
import { StillOpen } from './StillOpen';
import { Summary } from './Summary';
import { type CardFormProps, useCardForm } from './useCardForm';
import { paymentTitle, wordsOf } from './words';

/** The form for the card and an address: the shipping address, or for a pick-up the billing address. */
export function CardForm(props: CardFormProps) {
  const { account, box, discount, makesOrder } = props;
  const coupon = useRef<HTMLInputElement>(null);
  const main = useRef<HTMLDivElement>(null);
  const toDiscount = () => focusDiscount(coupon.current);
  const { form, card, messages, badAddress, codeStep, takesFocus } = useCardForm(props, { onBadCode: toDiscount });
  useTitleFocus(main, takesFocus);
  const isPickUp = box.flow === 'pickup';
  if (codeStep) {
    return (
      <div className={styles.code}>
        <PageTitle eyebrow="Your card">{paymentTitle}</PageTitle>
        <CardCodeStep account={account} {...codeStep} />
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
              {makesOrder ? <p>{stylingFeeWords(feeInput(account, box.subscription_type))}</p> : null}
              <p className={styles.required}>{requiredNote}</p>
            </>
          }
        >
          {paymentTitle}
        </PageTitle>
        {makesOrder ? <StillOpen box={box} /> : null}
        <ErrorSummary {...form.summary} unreached={false} note={messages.cardNote} />
        {messages.above ? <Reasons {...messages.above} /> : null}
        <section className={styles.section} aria-labelledby="shipping">
          <h2 id="shipping">{wordsOf[box.flow].address}</h2>
          {badAddress === null ? null : <AddressRefusal message={badAddress} />}
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
          {isPickUp ? null : <Billing form={form} />}
        </section>
        {makesOrder ? (
          <section className={styles.section} aria-labelledby="discount">
            <h2 id="discount">Your discount</h2>
            <DiscountField discount={discount} input={coupon} />
          </section>
        ) : null}
      </div>
      {makesOrder ? <Summary box={box} discount={discount} onDiscount={toDiscount} /> : null}
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

/** The billing address for a shipped box, with fields if it differs from the shipping address. */
const Billing = ({ form }: Pick<ReturnType<typeof useCardForm>, 'form'>) => (
  <>
    <CheckboxField label="My billing address is the same as my shipping address" {...form.field('same_as_shipping')} />
    {form.values.same_as_shipping ? null : (
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
  </>
);

/** Moves the focus to the title after the step that had it is gone. */
function useTitleFocus(main: RefObject<HTMLElement | null>, takesFocus: boolean): void {
  useEffect(() => {
    if (takesFocus) main.current?.querySelector('h1')?.focus();
  }, [main, takesFocus]);
}
