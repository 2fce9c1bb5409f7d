import type { ComponentProps } from 'react';
import { passwordHints } from '~/core';
import styles from './NewPasswordField.module.css';
import { PasswordField } from './PasswordField';

interface NewPasswordFieldProps extends Omit<ComponentProps<typeof PasswordField>, 'autoComplete' | 'hint'> {
  /** The text typed so far. */
  typed: string;
}

/**
 * The field for a new password. The password's requirements are listed above it from the start, and ticked off during typing.
 */
export const NewPasswordField = ({ typed, ...field }: NewPasswordFieldProps) => (
  <PasswordField {...field} autoComplete="new-password" hint={<Hints typed={typed} />} />
);

function Hints({ typed }: { typed: string }) {
  return (
    <ul className={styles.hints}>
      {passwordHints(typed).map(({ text, is_met }) => (
        <li key={text} className={styles.hint} data-met={is_met}>
          <span className={styles.mark} aria-hidden="true">
            {is_met ? '✓' : '○'}
          </span>
          <span>
            {text}
            <span className="unseen">{is_met ? ' (done). ' : '. '}</span>
          </span>
        </li>
      ))}
    </ul>
  );
}
