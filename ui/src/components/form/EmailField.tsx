import type { ComponentProps } from 'react';
import { TextField } from './TextField';

type EmailFieldProps = Omit<ComponentProps<typeof TextField>, 'type' | 'inputMode' | 'spellCheck' | 'label'> & {
  label?: string;
};

/** A field for an email address. A phone shows the keyboard for email addresses, and the spelling is not corrected. */
export const EmailField = ({ label = 'Email', ...rest }: EmailFieldProps) => (
  <TextField {...rest} label={label} type="email" inputMode="email" spellCheck={false} />
);
