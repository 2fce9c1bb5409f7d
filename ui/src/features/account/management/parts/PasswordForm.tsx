import { showSuccess } from '~/components/feedback/Toaster';
import { Button } from '~/components/form/Button';
import { ErrorSummary } from '~/components/form/ErrorSummary';
import { NewPasswordField } from '~/components/form/NewPasswordField';
import { useCoreForm } from '~/components/form/useCoreForm';
import { passwordChangeValidate } from '~/core';
import { useChangePassword } from '../api';
import styles from './AccountForm.module.css';
import { CurrentPassword } from './CurrentPassword';
import { UnknownPassword } from './UnknownPassword';

interface Values {
  current_password: string;
  password: string;
}

const labels = { current_password: 'Current password', password: 'New password' };
const validate = (values: Values) => passwordChangeValidate({ ...values, password_confirmation: null });

interface PasswordFormProps {
  email: string;
  onClose: () => void;
}

/** The form that changes the password. It asks for the current one. The typed passwords are never stored. */
export default function PasswordForm({ email, onClose }: PasswordFormProps) {
  const change = useChangePassword();
  const form = useCoreForm<Values>({
    defaultValues: { current_password: '', password: '' },
    validate,
    labels,
    onSubmit: async (values) => {
      await change.mutateAsync(() => values);
      showSuccess('Your password is changed. You are signed out everywhere else.');
      onClose();
    },
  });
  return (
    <form className={styles.form} onSubmit={form.submit} noValidate>
      <CurrentPassword email={email} label={labels.current_password} {...form.field('current_password')} />
      <NewPasswordField label={labels.password} typed={form.values.password} {...form.field('password')} />
      <ErrorSummary {...form.summary} />
      <div className={styles.actions}>
        <Button type="submit" variant="secondary" busy={form.busy} busyLabel="One moment...">
          Save New Password
        </Button>
        <Button variant="quiet" onClick={onClose}>
          Leave it as is
        </Button>
      </div>
      <UnknownPassword />
    </form>
  );
}
