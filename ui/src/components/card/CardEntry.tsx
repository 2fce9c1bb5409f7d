import type { FieldBinding } from '~/components/form/field';
import { TextField } from '~/components/form/TextField';
import { messagesText } from '~/core';
import styles from './CardEntry.module.css';
import type { CardFieldBinding, CardFieldName, EnteredCard } from './enteredCard';

interface CardEntryProps {
  card: Pick<EnteredCard, 'fields'>;
  /** The name on the card, which is no secret. */
  holder: FieldBinding;
  bind: (name: CardFieldName) => CardFieldBinding;
}

/** The fields of a card: our own, or the gateway's. */
export function CardEntry({ card, holder, bind }: CardEntryProps) {
  return (
    <div className={styles.grid}>
      <p className={`${styles.full} ${styles.debit}`}>{messagesText('credit_cards_only')}</p>
      <div className={styles.full}>
        <TextField label="Name on card" required autoComplete="cc-name" {...holder} />
      </div>
      {card.fields(bind)}
    </div>
  );
}
