import type { FieldBinding } from '~/components/form/field';
import { MaskedField } from '~/components/form/MaskedField';
import { TextField } from '~/components/form/TextField';
import { cardBrand, maskCardNumber, maskExpiration, messagesText, policy } from '~/core';
import styles from './CardFields.module.css';

type Name = 'cardholder.name' | 'card_info.credit_card_number' | 'card_info.expiration' | 'card_info.cvv';

/** The fields of the card. `number` is what has been typed of the number: its brand is shown. */
export function CardFields({ field, number }: { field: (name: Name) => FieldBinding; number: string }) {
  const brand = cardBrand(number);
  return (
    <div className={styles.grid}>
      <p className={`${styles.full} ${styles.debit}`}>{messagesText('credit_cards_only')}</p>
      <div className={styles.full}>
        <TextField label="Name on card" required autoComplete="cc-name" {...field('cardholder.name')} />
      </div>
      <div className={styles.full}>
        <MaskedField
          label="Card number"
          required
          mask={maskCardNumber}
          autoComplete="cc-number"
          end={
            <span className={styles.brand} role="status">
              {brand}
            </span>
          }
          {...field('card_info.credit_card_number')}
        />
      </div>
      <div className={styles.half}>
        <MaskedField
          label="Expiration"
          hint="Month and year"
          // Browsers that fill in cards tell from it that the year has two digits.
          placeholder="MM/YY"
          required
          mask={maskExpiration}
          autoComplete="cc-exp"
          {...field('card_info.expiration')}
        />
      </div>
      <div className={styles.half}>
        <TextField
          label="CVV"
          hint="3 or 4 digits, on the card"
          required
          inputMode="numeric"
          maxLength={policy().cvv_max_length}
          autoComplete="cc-csc"
          {...field('card_info.cvv')}
        />
      </div>
    </div>
  );
}
