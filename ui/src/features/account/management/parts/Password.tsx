import { Suspense } from 'react';
import { Spinner } from '~/components/feedback/Spinner';
import { latePart } from '~/components/feedback/latePart';
import { Button } from '~/components/form/Button';
import styles from './AccountForm.module.css';
import { useOpenForm } from '~/components/form/useOpenForm';

const PasswordForm = latePart(() => import('./PasswordForm'));

/** The password, with a separate form to change it. */
export function Password({ email }: { email: string }) {
  const { isOpen, open, close, title, form } = useOpenForm();
  return (
    <section className={styles.section} aria-labelledby="password-title">
      <h2 id="password-title" ref={title} tabIndex={-1}>
        Password
      </h2>
      {isOpen ? (
        <Suspense fallback={<Spinner label="Loading the form" />}>
          <div ref={form}>
            <PasswordForm email={email} onClose={close} />
          </div>
        </Suspense>
      ) : (
        <div>
          <Button variant="secondary" onClick={open}>
            Change password
          </Button>
        </div>
      )}
    </section>
  );
}
