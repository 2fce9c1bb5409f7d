import type { ComponentProps } from 'react';
import { TextField } from './TextField';

type EmailFieldProps = Omit<ComponentProps<typeof TextField>, 'type' | 'inputMode' | 'spellCheck' | 'label'> & {
  label?: string;
};

/** A field for an email address: a phone shows the keyboard for one, and nothing corrects its spelling. */
export const EmailField = ({ label = 'Email', ...rest }: EmailFieldProps) => (
  <TextField {...rest} label={label} type="email" inputMode="email" spellCheck={false} />
);
