import 'altcha/altcha.css';
import { type FocusEvent, lazy, Suspense, startTransition, useEffect, useState } from 'react';
import { untilTypingPauses } from '~/lib/typing';
import { FieldMessage } from './FieldMessage';
import type { FieldBinding } from './field';
import styles from './HumanCheck.module.css';

const Widget = lazy(() => import('./HumanCheckWidget'));

interface HumanCheckProps {
  binding: Pick<FieldBinding, 'id' | 'message'>;
  /** A new number starts a new check, because each token can be used once. */
  round: number;
  /** The token of a passed check; empty if there is none. */
  onToken: (token: string) => void;
}

/** Tells people from programs, without a third party: a box to tick and a small computation. */
export function HumanCheck({ binding: { id, message }, round, onToken }: HumanCheckProps) {
  // It needs a browser, and nobody waits for it while they type.
  const [shown, setShown] = useState(false);
  useEffect(() => {
    let isOpen = true;
    void untilTypingPauses().then(() => isOpen && startTransition(() => setShown(true)));
    return () => {
      isOpen = false;
    };
  }, []);
  return (
    <div id={id} tabIndex={-1} className={styles.check} data-fault={message !== undefined} onFocus={focusCheckbox}>
      <div className={styles.place}>
        {shown ? (
          <Suspense fallback={null}>
            <Widget key={round} onToken={onToken} />
          </Suspense>
        ) : null}
      </div>
      <FieldMessage id={`${id}-message`}>{message}</FieldMessage>
    </div>
  );
}

/** The error summary focuses the frame; this moves the focus on to the checkbox. */
function focusCheckbox(event: FocusEvent<HTMLDivElement>): void {
  if (event.target === event.currentTarget) event.currentTarget.querySelector('input')?.focus();
}
