import type { ComponentProps } from 'react';
import { PasswordField } from '~/components/form/PasswordField';

interface CurrentPasswordProps extends Omit<ComponentProps<typeof PasswordField>, 'autoComplete'> {
  /** The email that the password belongs to, for password managers. */
  email: string;
}

/** The field for the current password, which confirms a change that only the customer may make. */
export const CurrentPassword = ({ email, ...field }: CurrentPasswordProps) => (
  <>
    <input type="email" name="email" autoComplete="username" value={email} readOnly hidden />
    <PasswordField autoComplete="current-password" {...field} />
  </>
);
