import { Button } from '~/components/form/Button';
import { EmailField } from '~/components/form/EmailField';
import { ErrorSummary } from '~/components/form/ErrorSummary';
import layout from '~/components/form/formLayout.module.css';
import { HumanCheck } from '~/components/account/human-check/HumanCheck';
import { MaskedField } from '~/components/form/MaskedField';
import { NewPasswordField } from '~/components/form/NewPasswordField';
import { TextField } from '~/components/form/TextField';
import { requiredNote } from '~/components/form/requiredNote';
import { SignInInstead } from '~/components/account/taken-email/SignInInstead';
import { zip } from '~/lib/form/reading';
import { Link } from '~/lib/router/Link';
import { paths } from '~/paths';
import { type RegistrationFormProps, useRegistrationForm } from './useRegistrationForm';

/** The form that makes an account. After it a new customer continues with the quiz. */
export function RegistrationForm(props: RegistrationFormProps) {
  const { form, human } = useRegistrationForm(props);
  return (
    <>
      <form className={layout.form} onSubmit={human.submit} noValidate>
        <ErrorSummary {...form.summary} />
        <p className={layout.notice}>{requiredNote}</p>
        <div className={layout.pair}>
          <TextField label="First name" required autoComplete="given-name" {...form.field('first_name')} />
          <TextField label="Last name" required autoComplete="family-name" {...form.field('last_name')} />
        </div>
        <EmailField required autoComplete="email" {...form.field('email')} />
        <EmailField
          label="Confirm email"
          required
          autoComplete="off"
          afterMessage={<SignInInstead code={form.codeOf('confirmEmail')} />}
          {...form.field('confirmEmail')}
        />
        <MaskedField
          label="ZIP Code"
          required
          masking={zip}
          autoComplete="postal-code"
          {...form.field('registration_postal_code')}
        />
        <NewPasswordField label="Password" required typed={form.values.password} {...form.field('password')} />
        <HumanCheck {...human.check} />
        <div className={layout.actions}>
          <Button type="submit" wide blocked={!form.valid} busy={form.busy} busyLabel="One moment...">
            Create my account
          </Button>
        </div>
      </form>
      <div className={layout.links}>
        <p>
          Already have an account? <Link to={paths.login}>Sign In</Link>
        </p>
      </div>
    </>
  );
}
