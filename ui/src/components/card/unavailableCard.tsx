import { Banner } from '~/components/feedback/Banner';
import { messagesText } from '~/core';
import type { EnteredCard } from './cardEntry';
import styles from './CardEntry.module.css';

const code = 'gateway_unavailable';

const message = () => messagesText(code);

/** Takes the place of a card's fields if the page does not have the kind of fields that the server's gateway needs. */
export function unavailableCard(): EnteredCard {
  return {
    validate: ({ withoutCard }, form) => [
      ...withoutCard(form),
      { field: 'card_info.credit_card_number', code, message: message() },
    ],
    send: () => Promise.reject(new Error(code)),
    forget: () => undefined,
    fields: (bind) => (
      <div id={bind('card_info.credit_card_number').id} tabIndex={-1} className={styles.full}>
        <Banner tone="fault">{message()}</Banner>
      </div>
    ),
  };
}
