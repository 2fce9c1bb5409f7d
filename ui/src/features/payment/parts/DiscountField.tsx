import { type Ref, useId } from 'react';
import { TextField } from '~/components/form/TextField';
import { messagesText } from '~/core';
import styles from './DiscountField.module.css';
import type { Discount } from './useDiscount';

interface DiscountFieldProps {
  discount: Discount;
  input?: Ref<HTMLInputElement>;
}

/** The field for a discount code, and which discount counts. */
export function DiscountField({ discount, input }: DiscountFieldProps) {
  const id = useId();
  const { typed, type, message, counts, isTyped } = discount;
  return (
    <div className={styles.discount}>
      <div className={styles.field}>
        <TextField
          id={id}
          name="coupon"
          label="Discount code"
          hint="Optional."
          spellCheck={false}
          autoCapitalize="none"
          autoComplete="off"
          value={typed}
          onChange={({ target }) => type(target.value)}
          onBlur={ignore}
          ref={(input ?? null) as Ref<never>}
          message={message}
        />
      </div>
      <p className={styles.counts} role="status">
        {counts ? (
          <>
            <strong>{counts.description}</strong> your first box
            {isTyped ? ' with the code you entered.' : <> with {counts.code}.</>}
          </>
        ) : null}
      </p>
      <p className={styles.rule}>{messagesText('one_discount')}</p>
    </div>
  );
}

const ignore = () => undefined;
