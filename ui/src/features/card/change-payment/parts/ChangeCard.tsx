import { useState } from 'react';
import type { CardData } from '~/api/schema.gen';
import { feeInput } from '~/api/payment/stylingFee';
import { CardCodeStep } from '~/components/card/CardCodeStep';
import { CardEntry } from '~/components/card/CardEntry';
import { billingNames, cardLabels } from '~/components/card/cardFields';
import { Consent } from '~/components/card/Consent';
import { Banner } from '~/components/feedback/Banner';
import { AddressFields } from '~/components/account/address/AddressFields';
import { Button } from '~/components/form/Button';
import { ErrorSummary } from '~/components/form/ErrorSummary';
import { PageTitle } from '~/components/layout/PageTitle';
import { isSubscribing } from '~/components/order/ordering/frequency';
import { cardDashboardBanner, messagesText, stylingFeeWords } from '~/core';
import { Link } from '~/lib/router/Link';
import { now } from '~/lib/time/clock';
import { requiredNote } from '~/components/form/requiredNote';
import { CardFace } from './CardFace';
import styles from './ChangeCard.module.css';
import type { ChangeCardMessages } from './changeCardModel';
import { FeeAtOnce, PurchaseSoon } from './FeeAtOnce';
import { FirstBoxOrder } from './FirstBoxOrder';
import { FirstFrequency } from './FirstFrequency';
import { type ChangeCardProps, useChangeCard } from './useChangeCard';

/** The form for a new card, or for an account's first card. After it the customer returns to where they came from. */
export function ChangeCard(props: ChangeCardProps) {
  const { account, payment, charge, wasDeclined, known, access, firstBox, back } = props;
  const { form, card, messages, codeStep, isSaved } = useChangeCard(props);
  const [first] = useState(known?.card_info ?? null);
  const frequency = form.values.subscription_type;
  if (codeStep) {
    return (
      <div className={styles.page}>
        <PageTitle eyebrow="Your card">{access.label}</PageTitle>
        <CardCodeStep account={account} {...codeStep} />
      </div>
    );
  }
  const isAnother = JSON.stringify(first) !== JSON.stringify(known?.card_info ?? null);
  return (
    <form className={styles.page} onSubmit={form.submit} noValidate>
      <PageTitle eyebrow={access.first_order_wording ? 'Your first box' : 'Your card'} lead={requiredNote}>
        {access.label}
      </PageTitle>
      {access.first_order_wording ? <FirstBoxOrder account={account} firstBox={firstBox} back={back} /> : null}
      {wasDeclined ? (
        <Banner tone="fault">
          <p>{messagesText('fee_declined_again')}</p>
        </Banner>
      ) : null}
      {isAnother && !form.busy && !isSaved ? (
        <Banner>
          <p>The card on file was changed in another tab or on another device.</p>
        </Banner>
      ) : null}
      {known ? <OnFile known={known} /> : null}
      <ErrorSummary {...form.summary} note={messages.cardNote} />
      <NotTaken {...messages} />
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
      {/* Without consent for the present card the amount lacks undecided items. With the new card the customer gives consent. */}
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

/** The card on file. */
function OnFile({ known: { card_info, cardholder } }: { known: CardData }) {
  const ending = cardDashboardBanner({ expiration: card_info.expiration, now: now() });
  return (
    <section className={styles.section} aria-labelledby="card-on-file">
      <h2 id="card-on-file">On file</h2>
      <CardFace card={card_info} holder={cardholder.name} />
      {ending ? (
        <p className={styles.text}>
          {ending.kind === 'expired' ? 'This card has expired.' : 'This card expires soon.'}
        </p>
      ) : null}
    </section>
  );
}

/** Why the card was not taken, if the reason is shown at no field. */
const NotTaken = ({ reasons, note }: ChangeCardMessages) =>
  reasons.length > 0 ? (
    <Banner tone="fault">
      {reasons.map((message) => (
        <p key={message}>{message}</p>
      ))}
      {note === null ? null : <p>{note}</p>}
    </Banner>
  ) : null;
