import { useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useEffectEvent, useRef, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { accountQuery, primaryAddress } from '~/api/account';
import { ApiError, presentation } from '~/api/errors';
import { questionnaireQuery } from '~/api/style/questionnaire';
import type { Account } from '~/api/schema.gen';
import { Banner } from '~/components/feedback/Banner';
import { Spinner } from '~/components/feedback/Spinner';
import { dismissFailures, showFailure, showSuccess } from '~/components/feedback/Toaster';
import { AddressFields } from '~/components/form/AddressFields';
import { Button } from '~/components/form/Button';
import { EmailField } from '~/components/form/EmailField';
import { ErrorSummary } from '~/components/form/ErrorSummary';
import { refusalsAt } from '~/components/form/emailRefusals';
import { MaskedField } from '~/components/form/MaskedField';
import { addressRefusals } from '~/components/form/plainAddress';
import { TextButton } from '~/components/form/TextButton';
import { TextField } from '~/components/form/TextField';
import { useCoreForm } from '~/components/form/useCoreForm';
import { AddressOffer } from '~/components/account/address-suggestion/AddressOffer';
import { messagesText, mfaNext } from '~/core';
import { dashedPhone } from '~/lib/form/reading';
import { useKeepAccount, useSaveAccount } from '../api';
import styles from './AccountForm.module.css';
import {
  accountDraft,
  type AccountField,
  type AccountFields,
  accountLabels,
  accountLines,
  type AccountValues,
  changedElsewhere,
  changeOf,
  fieldsOf,
  hasAddress,
  hasChanges,
  isAddressChanged,
  isStylistChanged,
  knownOf,
  shippingNames,
  validateAccount,
  valuesOf,
  withoutAddress,
} from './accountForm';
import { OtherAddresses } from './OtherAddresses';
import { PendingEmail } from './PendingEmail';
import { StoreAndStylist } from './StoreAndStylist';
import { stylistsIn } from './stylists';
import { useLeaveGuard } from './useLeaveGuard';

/** Few changes need a code. */
const CodeStep = lazy(async () => ({
  default: (await import('~/components/account/code-step/CodeStep')).CodeStep,
}));

interface AccountFormProps {
  account: Account;
  /** Whether the customer looks it over before an order. */
  isConfirmation: boolean;
  /** Where Save goes. */
  next: string;
  /** Where Back goes. */
  back: string;
}

/** What was changed elsewhere while the form was open, by its labels. */
interface Elsewhere {
  followed: readonly string[];
  conflicts: readonly string[];
}

/** What was changed elsewhere; null if nothing. `isAddressChosen`: the main address is another one because of a choice here. */
function elsewhereOf(values: AccountValues, account: Account, isAddressChosen = false): Elsewhere | null {
  const changed = changedElsewhere(values, fieldsOf(account));
  const { followed, conflicts } = isAddressChosen ? withoutAddress(changed) : changed;
  if (followed.length === 0 && conflicts.length === 0) return null;
  return { followed: followed.map(({ label }) => label), conflicts: conflicts.map(({ label }) => label) };
}

const refusalsAtEmail = refusalsAt('email');

const refusals = (error: unknown) =>
  error instanceof ApiError && presentation(error).address_error !== null
    ? addressRefusals(error, shippingNames.line1)
    : refusalsAtEmail(error);

/** Whether a change waits for a code. An address that was refused comes first (core's `mfa.next`). */
function needsCodeAfter(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false;
  const { mfa_required, address_error } = presentation(error);
  if (!mfa_required) return false;
  const state = mfaNext({ state: 'not_required', event: 'mfa_error', address_error: address_error !== null });
  return state === 'required';
}

/** The account form (spec B, section 5). Only what was changed is sent. */
export function AccountForm({ account, isConfirmation, next, back }: AccountFormProps) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const save = useSaveAccount();
  const keep = useKeepAccount();
  const saved = useRef(false);
  const [isSaved, setSaved] = useState(false);
  const [needsCode, setNeedsCode] = useState(false);

  /** Goes on. `changed` is the account after a change; null if nothing was changed. */
  const finish = async (changed: Account | null) => {
    saved.current = true;
    setSaved(true);
    form.forgetDraft();
    if (changed) showSuccess(savedWords(changed, account));
    await navigate(next, { replace: isConfirmation });
  };

  const form = useCoreForm<AccountValues>({
    defaultValues: valuesOf(account),
    draft: accountDraft,
    validate: validateAccount,
    lines: accountLines,
    labels: accountLabels,
    refusals,
    onSubmit: async (values) => {
      // A second press while the next screen loads does nothing.
      if (saved.current) return;
      dismissFailures();
      if (!hasChanges(values)) {
        await finish(null);
        return;
      }
      // A choice that is left to the shop is sent in the words of the quiz.
      const anyStylist = isStylistChanged(values)
        ? stylistsIn(await client.ensureQueryData(questionnaireQuery)).anyone
        : null;
      let isOverwriting = false;
      try {
        const outcome = await save.mutateAsync(async (latest) => {
          isOverwriting = changedElsewhere(values, fieldsOf(latest)).conflicts.length > 0;
          return isOverwriting ? null : changeOf(values, latest, anyStylist);
        });
        if (isOverwriting) {
          client.setQueryData(accountQuery.queryKey, outcome.account);
          return;
        }
        setSaved(true);
        keep(outcome.account);
        await finish(outcome.isChanged ? outcome.account : null);
      } catch (error) {
        if (needsCodeAfter(error)) setNeedsCode(true);
        else throw error;
      }
    },
  });
  const { values } = form;
  const [restored] = useState(() => hasChanges(values));
  const isChanged = hasChanges(values);
  const question = useLeaveGuard(() => !saved.current && isChanged, form.forgetDraft);

  const [seen, setSeen] = useState(account);
  const [elsewhere, setElsewhere] = useState(() => elsewhereOf(values, account));
  // The address that the customer has made the main one here.
  const [chosenMain, setChosenMain] = useState<string | null>(null);
  if (account !== seen && !isSaved && !needsCode) {
    setSeen(account);
    const isAddressChosen = chosenMain !== null && primaryAddress(account)?.id === chosenMain;
    setElsewhere((before) => elsewhereOf(values, account, isAddressChosen) ?? before);
  }
  const set = async (fields: readonly AccountField[], from: AccountFields) => {
    for (const field of fields) form.form.setValue(field, from[field]);
    await form.choose('known', JSON.stringify(fieldsOf(account)));
  };
  /** Takes over what another tab changed. What the customer has changed here stays. */
  const follow = useEffectEvent((latest: AccountFields) => {
    const { followed } = changedElsewhere(form.form.getValues(), latest);
    void set(
      followed.flatMap(({ fields }) => fields),
      latest,
    );
  });
  useEffect(() => follow(fieldsOf(seen)), [seen]);

  const takeBack = () => {
    setElsewhere(null);
    void set(Object.keys(accountLabels) as AccountField[], knownOf(values));
    // The pressed button goes away.
    document.querySelector('h1')?.focus();
  };

  if (needsCode) {
    return (
      <>
        <Suspense fallback={<Spinner label="Loading the code step" />}>
          <CodeStep
            change={changeWaits}
            email={account.email}
            phone={account.phone}
            textMessages={account.text_messages}
            onConfirmed={async (changed) => {
              setSaved(true);
              keep(changed);
              await finish(changed);
            }}
            onRefused={(error) => {
              setNeedsCode(false);
              // It is read out where it stands.
              showFailure(error, { spoken: false });
              form.refuse(error, values);
            }}
            onCancel={() => setNeedsCode(false)}
          />
        </Suspense>
        {question}
      </>
    );
  }
  return (
    <form className={styles.form} onSubmit={form.submit} noValidate>
      {restored && isChanged ? (
        <Banner>
          <p>You changed something here that is not saved yet.</p>
          <TextButton onClick={takeBack}>Undo my changes</TextButton>
        </Banner>
      ) : null}
      {/* What is typed while the account is being saved would be lost. */}
      <section className={styles.section} aria-labelledby="you" inert={form.busy}>
        <h2 id="you">You</h2>
        <div className={styles.pair}>
          <TextField
            required
            label={accountLabels.first_name}
            autoComplete="given-name"
            {...form.field('first_name')}
          />
          <TextField required label={accountLabels.last_name} autoComplete="family-name" {...form.field('last_name')} />
        </div>
        <MaskedField
          type="tel"
          inputMode="tel"
          autoComplete="tel-national"
          masking={dashedPhone}
          label={accountLabels.phone}
          hint={messagesText(`texts_${account.text_messages}`)}
          {...form.field('phone')}
        />
      </section>
      <section className={styles.section} aria-labelledby="sign-in" inert={form.busy}>
        <h2 id="sign-in">Sign-in</h2>
        <EmailField required autoComplete="email" label={accountLabels.email} {...form.field('email')} />
        {account.pending_email === null ? null : <PendingEmail email={account.pending_email} />}
      </section>
      <section className={styles.section} aria-labelledby="address" inert={form.busy}>
        <h2 id="address">Address</h2>
        {hasAddress(knownOf(values)) ? null : (
          <p>You have no address on file yet. You can leave it empty until a box is sent to you.</p>
        )}
        <AddressFields
          field={form.field}
          texts={form.texts}
          names={shippingNames}
          labels={accountLabels}
          autoComplete="shipping"
          phone={dashedPhone}
          required={hasAddress(values) || hasAddress(knownOf(values))}
        />
        {isAddressChanged(values) ? null : (
          <AddressOffer
            address={primaryAddress(account)}
            onUse={() => setChosenMain(primaryAddress(account)?.id ?? null)}
          />
        )}
        <OtherAddresses account={account} isMainChanged={isAddressChanged(values)} onMakeMain={setChosenMain} />
      </section>
      <section className={styles.section} aria-labelledby="store-and-stylist" inert={form.busy}>
        <h2 id="store-and-stylist">Store and stylist</h2>
        <StoreAndStylist
          values={values}
          known={knownOf(values)}
          field={form.field}
          onChoose={(name, value) => void form.choose(name, value)}
        />
      </section>
      <ErrorSummary {...form.summary} />
      {elsewhere ? <ChangedElsewhere {...elsewhere} /> : null}
      <div className={styles.actions}>
        <Button type="submit" busy={form.busy} busyLabel="One moment...">
          {isConfirmation ? 'Save and Continue' : 'Save'}
        </Button>
        {isChanged && !restored ? <TextButton onClick={takeBack}>Undo my changes</TextButton> : null}
        <Link to={back}>Back</Link>
      </div>
      {question}
    </form>
  );
}

/** A new email counts once its link is opened. */
const savedWords = ({ pending_email }: Account, before: Account) =>
  pending_email === null || pending_email === before.pending_email
    ? messagesText('changes_saved')
    : `${messagesText('changes_saved')} Open the link that we sent to ${pending_email}.`;

const changeWaits = 'Your changes are waiting. They are saved together once you confirm them with a code.';

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
