import { useRef } from 'react';
import { showSuccess } from '~/components/feedback/Toaster';
import { Button } from '~/components/form/Button';
import { ErrorSummary } from '~/components/form/ErrorSummary';
import { useCoreForm } from '~/components/form/useCoreForm';
import { passwordChangeValidate } from '~/core';
import { useNavigate } from '~/lib/router/hooks';
import { paths } from '~/paths';
import { useCloseAccount } from '../rights';
import styles from './AccountForm.module.css';
import { CurrentPassword } from './CurrentPassword';
import { UnknownPassword } from './UnknownPassword';

interface Values {
  current_password: string;
}

const labels = { current_password: 'Current password' };

/** The current password has the same rule as in the form that changes it. */
const validate = ({ current_password }: Values) =>
  passwordChangeValidate({ current_password, password: '', password_confirmation: null }).filter(
    ({ field }) => field === 'current_password',
  );

interface CloseFormProps {
  email: string;
  onClose: () => void;
}

/** The form that closes the account. It asks for the current password. */
export default function CloseForm({ email, onClose }: CloseFormProps) {
  const navigate = useNavigate();
  const close = useCloseAccount();
  const isClosed = useRef(false);
  const form = useCoreForm<Values>({
    defaultValues: { current_password: '' },
    validate,
    labels,
    onSubmit: async (values) => {
      // A second press while the next screen loads does nothing.
      if (isClosed.current) return;
      const { closing } = await close.mutateAsync(() => values);
      isClosed.current = true;
      if (closing === null) {
        showSuccess('Your account is closed.');
        await navigate(paths.login, { replace: true });
      } else {
        showSuccess('Your account closes as soon as everything is settled.');
        onClose();
      }
    },
  });
  return (
    <form className={styles.form} onSubmit={form.submit} noValidate>
      <CurrentPassword email={email} label={labels.current_password} {...form.field('current_password')} />
      <ErrorSummary {...form.summary} />
      <div className={styles.actions}>
        <Button type="submit" variant="danger" busy={form.busy} busyLabel="One moment...">
          Close my account for good
        </Button>
        <Button variant="secondary" onClick={onClose}>
          Keep my account
        </Button>
      </div>
      <UnknownPassword />
    </form>
  );
}
