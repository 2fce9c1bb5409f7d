import { type Ref, useId, useState } from 'react';
import { TextField } from '~/components/form/TextField';
import { messagesText } from '~/core';
import styles from './DiscountField.module.css';
import type { Discount } from './useDiscount';

interface DiscountFieldProps {
  discount: Discount;
  input?: Ref<HTMLInputElement>;
}

/** Which discount counts, and the field for a code, which is folded away until it is wanted. */
export function DiscountField({ discount, input }: DiscountFieldProps) {
  const id = useId();
  const { typed, type, message, counts, ended, isTyped } = discount;
  // After that it is as the customer leaves it.
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

/** Moves the focus to the field, which may be folded away. */
export function focusDiscount(field: HTMLInputElement | null): void {
  const fold = field?.closest('details');
  if (fold) fold.open = true;
  field?.focus();
}

const ignore = () => undefined;
