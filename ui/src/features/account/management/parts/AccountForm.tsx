import { Suspense, useState } from 'react';
import { primaryAddress } from '~/api/account/record';
import { AddressOffer } from '~/components/account/address/suggestion/AddressOffer';
import { Banner } from '~/components/feedback/Banner';
import { Spinner } from '~/components/feedback/Spinner';
import { latePart } from '~/components/feedback/latePart';
import { AddressFields } from '~/components/account/address/AddressFields';
import { Button } from '~/components/form/Button';
import { EmailField } from '~/components/form/EmailField';
import { ErrorSummary } from '~/components/form/ErrorSummary';
import { MaskedField } from '~/components/form/MaskedField';
import { RestoredNote } from '~/components/form/RestoredNote';
import { TextField } from '~/components/form/TextField';
import { UndoChanges } from '~/components/form/UndoChanges';
import { messagesText } from '~/core';
import { dashedPhone } from '~/lib/form/reading';
import { Link } from '~/lib/router/Link';
import styles from './AccountForm.module.css';
import { accountLabels, hasAddress, isAddressChanged, knownOf, shippingNames } from './accountFormValues';
import type { Elsewhere } from './accountModel';
import { PendingEmail } from './PendingEmail';
import { StoreAndStylist } from './StoreAndStylist';
import { type AccountFormProps, useAccountForm } from './useAccountForm';

/** Loaded on demand: few changes need a code. */
const CodeStep = latePart(async () => ({
  default: (await import('~/components/account/code-step/CodeStep')).CodeStep,
}));

/** Loaded on demand: few accounts have other addresses. */
const OtherAddresses = latePart(async () => ({ default: (await import('./OtherAddresses')).OtherAddresses }));

/** The account form (spec B, section 5). Only what was changed is sent. */
export function AccountForm(props: AccountFormProps) {
  const { account, isConfirmation, back } = props;
  const { form, codeStep, leaveQuestion, isRestored, isUndoOffered, elsewhere, takeBack, setChosenMain } =
    useAccountForm(props);
  const hasOthers = useEverTrue(account.shipping_addresses.length > 1);
  if (codeStep) {
    return (
      <>
        <Suspense fallback={<Spinner label="Loading the code step" />}>
          <CodeStep
            change="Your changes are waiting. They are saved together once you confirm them with a code."
            email={account.email}
            phone={account.phone}
            textMessages={account.text_messages}
            {...codeStep}
          />
        </Suspense>
        {leaveQuestion}
      </>
    );
  }
  const { values, field, busy } = form;
  const known = knownOf(values);
  const isMoved = isAddressChanged(values);
  return (
    <form className={styles.form} onSubmit={form.submit} noValidate>
      {isRestored ? <RestoredNote onUndo={takeBack} /> : null}
      {/* Text that is typed while the account is being saved would be lost. */}
      <section className={styles.section} aria-labelledby="you" inert={busy}>
        <h2 id="you">You</h2>
        <div className={styles.pair}>
          <TextField required label={accountLabels.first_name} autoComplete="given-name" {...field('first_name')} />
          <TextField required label={accountLabels.last_name} autoComplete="family-name" {...field('last_name')} />
        </div>
        <MaskedField
          type="tel"
          inputMode="tel"
          autoComplete="tel-national"
          masking={dashedPhone}
          label={accountLabels.phone}
          hint={messagesText(`texts_${account.text_messages}`)}
          {...field('phone')}
        />
      </section>
      <section className={styles.section} aria-labelledby="sign-in" inert={busy}>
        <h2 id="sign-in">Sign-in</h2>
        <EmailField required autoComplete="email" label={accountLabels.email} {...field('email')} />
        {account.pending_email === null ? null : <PendingEmail email={account.pending_email} />}
      </section>
      <section className={styles.section} aria-labelledby="address" inert={busy}>
        <h2 id="address">Address</h2>
        {hasAddress(known) ? null : (
          <p>You have no address on file yet. You can leave it empty until a box is sent to you.</p>
        )}
        <AddressFields
          field={field}
          texts={form.texts}
          names={shippingNames}
          labels={accountLabels}
          autoComplete="shipping"
          phone={dashedPhone}
          required={hasAddress(values) || hasAddress(known)}
        />
        {isMoved ? null : (
          <AddressOffer
            address={primaryAddress(account)}
            onUse={() => setChosenMain(primaryAddress(account)?.id ?? null)}
          />
        )}
        {hasOthers ? (
          <Suspense fallback={null}>
            <OtherAddresses account={account} isMainChanged={isMoved} onMakeMain={setChosenMain} />
          </Suspense>
        ) : null}
      </section>
      <section className={styles.section} aria-labelledby="store-and-stylist" inert={busy}>
        <h2 id="store-and-stylist">Store and stylist</h2>
        <StoreAndStylist
          values={values}
          known={known}
          field={field}
          onChoose={(name, value) => void form.choose(name, value)}
        />
      </section>
      <ErrorSummary {...form.summary} />
      {elsewhere ? <ChangedElsewhere {...elsewhere} /> : null}
      <div className={styles.actions}>
        <Button type="submit" busy={busy} busyLabel="One moment...">
          {isConfirmation ? 'Save and Continue' : 'Save'}
        </Button>
        {isUndoOffered ? <UndoChanges onUndo={takeBack} /> : null}
        <Link to={back}>Back</Link>
      </div>
      {leaveQuestion}
    </form>
  );
}

/** Whether `now` is true or was true before. A list that has lost its last entry must stay to announce that. */
function useEverTrue(now: boolean): boolean {
  const [has, setHas] = useState(now);
  if (now && !has) setHas(true);
  return has;
}

/** Says what another tab or device changed while the form was open. */
const ChangedElsewhere = ({ followed, conflicts }: Elsewhere) => (
  <Banner tone="fault">
    <p>Your account was changed in another tab or on another device.</p>
    {followed.length > 0 ? <p>{followed.join(', ')}: the form shows what is saved now.</p> : null}
    {conflicts.length > 0 ? (
      <p>{conflicts.join(', ')}: what you typed is still here. Press Save again to keep it instead.</p>
    ) : null}
  </Banner>
);
