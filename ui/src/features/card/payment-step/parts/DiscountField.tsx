import { type Ref, useId, useState } from 'react';
import { TextField } from '~/components/form/TextField';
import { messagesText } from '~/core';
import styles from './DiscountField.module.css';
import type { Discount } from './useDiscount';

interface DiscountFieldProps {
  discount: Discount;
  input?: Ref<HTMLInputElement>;
}

/** The discount that applies, and a field for a code, which is folded until the customer opens it. */
export function DiscountField({ discount, input }: DiscountFieldProps) {
  const id = useId();
  const { typed, type, message, counts, ended, isTyped } = discount;
  // This is only the first state; after that the customer opens and closes the field.
  const [startsOpen] = useState(typed !== '');
  return (
    <div className={styles.discount}>
      <p className={styles.counts} role="status">
        {ended === null ? null : <>{ended} </>}
        {counts ? (
          <>
            <strong>{counts.description}</strong> your first box
            {isTyped ? ' with the code you entered.' : <> with {counts.code}.</>}
          </>
        ) : null}
      </p>
      <details open={startsOpen} className={styles.fold}>
        <summary>Enter a discount code</summary>
        <p className={styles.rule}>{messagesText('one_discount')}</p>
        <TextField
          id={id}
          name="coupon"
          label="Discount code"
          spellCheck={false}
          autoCapitalize="none"
          autoComplete="off"
          value={typed}
          onChange={({ target }) => type(target.value)}
          onBlur={ignore}
          ref={(input ?? null) as Ref<never>}
          message={message}
        />
      </details>
    </div>
  );
}

/** Unfolds the field if necessary, and moves the focus to it. */
export function focusDiscount(field: HTMLInputElement | null): void {
  const fold = field?.closest('details');
  if (fold) fold.open = true;
  field?.focus();
}

const ignore = () => undefined;
