import { useEffect } from 'react';
import type { Account } from '~/api/schema.gen';
import { Button } from '~/components/form/Button';
import { EmailField } from '~/components/form/EmailField';
import { refusalsAt } from '~/components/account/taken-email/emailRefusals';
import { useCoreForm } from '~/components/form/useCoreForm';
import { storeSignupValidate } from '~/core';
import { useCorrectEmail } from '../api';
import styles from './storeSignup.module.css';

const labels = { email: 'Email' };
const refusals = refusalsAt('email');

interface CorrectEmailProps {
  account: Account;
  onCorrected: () => void;
  onCancel: () => void;
}

/**
 * Changes the email address to which the link for a password is sent. If the address stays the same, the link is sent again.
 */
export function CorrectEmail({ account, onCorrected, onCancel }: CorrectEmailProps) {
  const correct = useCorrectEmail();
  const { first_name, last_name, registration_postal_code } = account;
  const form = useCoreForm<{ email: string }>({
    defaultValues: { email: account.email },
    // Core checks the whole sign-up form, so the other fields are filled from the account.
    validate: ({ email }) =>
      storeSignupValidate({ first_name, last_name, registration_postal_code, email }).filter(
        ({ field }) => field === 'email',
      ),
    labels,
    // A toast shows and reads out a refusal that concerns no field.
    showsFailures: true,
    refusals,
    onSubmit: async (values) => {
      await correct.mutateAsync(values);
      onCorrected();
    },
  });
  const { setFocus } = form.form;
  useEffect(() => setFocus('email', { shouldSelect: true }), [setFocus]);

  return (
    <form className={styles.form} onSubmit={form.submit} autoComplete="off" noValidate>
      {/* The form has no summary that is read out. */}
      <EmailField required spoken autoComplete="off" {...form.field('email')} />
      <div className={styles.answers}>
        <Button type="submit" variant="secondary" busy={form.busy} busyLabel="One moment...">
          Send the link
        </Button>
        <Button variant="quiet" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
