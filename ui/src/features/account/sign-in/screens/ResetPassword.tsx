import { useState } from 'react';
import hook from '~/assets/scenes/hook.svg';
import { Button } from '~/components/form/Button';
import { ErrorSummary } from '~/components/form/ErrorSummary';
import layout from '~/components/form/formLayout.module.css';
import { NewPasswordField } from '~/components/form/NewPasswordField';
import { PasswordField } from '~/components/form/PasswordField';
import { useCoreForm } from '~/components/form/useCoreForm';
import { PageTitle } from '~/components/layout/PageTitle';
import { usePathOnward } from '~/components/screens/onward/onward';
import { Spread } from '~/components/layout/Spread';
import { Scene } from '~/components/media/Scene';
import { resetPasswordValidate } from '~/core';
import { Link } from '~/lib/router/Link';
import { Navigate } from '~/lib/router/Navigate';
import { useLink } from '~/lib/useLink';
import { basePath, paths } from '~/paths';
import { useResetPassword, type WithoutLink } from '../passwords';

interface Values {
  password: string;
  password_confirmation: string;
}

const labels = { password: 'New password', password_confirmation: 'New password again' };

/** Sets a new password with the link that was sent. */
export default function ResetPassword() {
  const { parts, href, pastedBefore } = useLink(paths.resetPassword, readLink, noLink);
  // Without a link no password can be set, but another link can be requested. A prerendered screen does not know its address
  // yet.
  if (parts === noLink && href !== '') {
    return <Navigate to={paths.forgotPassword} replace state={{ withoutLink: true } satisfies WithoutLink} />;
  }
  // The key drops what was typed for one link when another one is opened.
  return <NewPassword key={pastedBefore} link={parts} />;
}

function NewPassword({ link }: { link: ResetLink }) {
  const reset = useResetPassword();
  const pathOnward = usePathOnward();
  // The link is spent, and the page stays until the next one is there.
  const [isLeaving, setLeaving] = useState(false);
  const form = useCoreForm<Values>({
    defaultValues: { password: '', password_confirmation: '' },
    validate: resetPasswordValidate,
    labels,
    onSubmit: async (values) => {
      if (isLeaving) return;
      const account = await reset.mutateAsync({ ...values, email: link.email, reset_password_token: link.token });
      const next = link.isFirst ? await pathOnward(account) : paths.dashboard;
      setLeaving(true);
      // A full reload drops everything that the page knew before (spec A, section 4). Back does not lead to the spent link.
      window.location.replace(`${basePath}${next}`);
    },
  });

  return (
    <Spread picture={<Scene src={hook} />}>
      {link.isFirst ? (
        <PageTitle lead="Your account is ready. Choose a password, and continue where you left off.">
          Choose your password
        </PageTitle>
      ) : (
        <PageTitle lead="Create a new password to recover your account.">Reset your password</PageTitle>
      )}
      <form className={layout.form} onSubmit={form.submit} noValidate>
        <ErrorSummary {...form.summary} />
        {/* Tells password managers whose password it is. */}
        <input type="email" name="email" autoComplete="username" value={link.email ?? ''} readOnly hidden />
        <NewPasswordField label="New password" typed={form.values.password} {...form.field('password')} />
        <PasswordField
          label="New password again"
          autoComplete="new-password"
          {...form.field('password_confirmation')}
        />
        <div className={layout.actions}>
          <Button type="submit" wide busy={form.busy || isLeaving} busyLabel="One moment...">
            {link.isFirst ? 'Save Password' : 'Update Password'}
          </Button>
        </div>
      </form>
      <div className={layout.links}>
        <p>
          Link expired? <Link to={paths.forgotPassword}>Get another one</Link>
        </p>
      </div>
    </Spread>
  );
}

/** The parts of a link from a message. */
interface ResetLink {
  email: string | null;
  token: string;
  /** Whether the customer chooses their first password, because a store made the account. */
  isFirst: boolean;
}

const noLink: ResetLink = { email: null, token: '', isFirst: false };

function readLink(): ResetLink | null {
  const { search, hash } = window.location;
  // Our links have their parts behind the `#`; the specs' links have them in the query.
  const query = new URLSearchParams(hash === '' ? search : hash.slice(1));
  const token = query.get('reset_password_token');
  return token === null || token === ''
    ? null
    : { email: query.get('email'), token, isFirst: query.get('first') === 'true' };
}
