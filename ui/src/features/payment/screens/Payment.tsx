import { useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { useAccount } from '~/api/account';
import { AddressFields } from '~/components/form/AddressFields';
import { Button } from '~/components/form/Button';
import { CheckboxField } from '~/components/form/CheckboxField';
import { ErrorSummary } from '~/components/form/ErrorSummary';
import { useCoreForm } from '~/components/form/useCoreForm';
import { PageTitle } from '~/components/layout/PageTitle';
import { consentCurrent } from '~/core';
import { recall } from '~/lib/memory';
import { paths } from '~/paths';
import { useSaveCard } from '../api';
import { CardFields } from '../parts/CardFields';
import { newCard } from '../parts/newCard';
import { PaymentAside } from '../parts/PaymentAside';
import {
  billingNames,
  knownValues,
  type PaymentValues,
  paymentDraft,
  paymentLabels,
  shippingNames,
  validatePayment,
} from '../parts/paymentForm';
import { Refusal, type Refused, refusedBy } from '../parts/Refusal';
import { StillOpen } from '../parts/StillOpen';
import styles from './Payment.module.css';

/** Asks for the shipping address and the card. Sending the form makes the first order. */
export default function Payment() {
  const { data: account } = useAccount();
  const navigate = useNavigate();
  const saveCard = useSaveCard();
  const consent = consentCurrent();
  const saved = useRef(false);
  const [refused, setRefused] = useState<Refused | null>(null);

  const form = useCoreForm<PaymentValues>({
    defaultValues: knownValues(account),
    draft: paymentDraft,
    validate: validatePayment,
    labels: paymentLabels,
    onSubmit: async (values) => {
      // A second press while the next screen loads does nothing.
      if (saved.current) return;
      setRefused(null);
      try {
        await saveCard.mutateAsync(newCard(values, consent.version, recall('blog')));
      } catch (error) {
        // Everything else stays, so that only the CVV has to be typed again.
        form.form.setValue('card_info.cvv', '');
        setRefused(refusedBy(error));
        throw error;
      }
      saved.current = true;
      form.forgetDraft();
      await navigate(paths.accountConfirmation, { replace: true });
    },
  });
  const { same_as_shipping: same } = form.values;

  return (
    <div className={styles.spread}>
      <form className={styles.form} onSubmit={form.submit} noValidate>
        <PageTitle eyebrow="Your first box" lead="*Indicated required field">
          Shipping and payment
        </PageTitle>
        <StillOpen />
        <ErrorSummary {...form.summary} />
        {refused ? <Refusal {...refused} /> : null}
        <section className={styles.section} aria-labelledby="shipping">
          <h2 id="shipping">Where it goes</h2>
          <AddressFields field={form.field} names={shippingNames} labels={paymentLabels} autoComplete="shipping" />
        </section>
        <section className={styles.section} aria-labelledby="card">
          <h2 id="card">How you pay</h2>
          <CardFields field={form.field} number={form.values.card_info.credit_card_number} />
          <CheckboxField
            label="My billing address is the same as my shipping address"
            {...form.field('same_as_shipping')}
          />
          {same ? null : (
            <fieldset className={styles.billing}>
              <legend className="eyebrow">Billing address</legend>
              <AddressFields field={form.field} names={billingNames} labels={paymentLabels} autoComplete="billing" />
            </fieldset>
          )}
        </section>
        <div className={styles.send}>
          <p className={styles.consent}>{consent.text}</p>
          <Button type="submit" blocked={!form.valid} busy={form.busy} busyLabel="One moment...">
            Save and order my box
          </Button>
        </div>
      </form>
      <PaymentAside />
    </div>
  );
}
