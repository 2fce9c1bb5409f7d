import type { ComponentProps } from 'react';
import { PasswordField } from '~/components/form/PasswordField';

interface CurrentPasswordProps extends Omit<ComponentProps<typeof PasswordField>, 'autoComplete'> {
  /** Whose password it is, for password managers. */
  email: string;
}

/** The present password, which a customer types to change what only they may change. */
export const CurrentPassword = ({ email, ...field }: CurrentPasswordProps) => (
  <>
    <input type="email" name="email" autoComplete="username" value={email} readOnly hidden />
    <PasswordField autoComplete="current-password" {...field} />
  </>
);
