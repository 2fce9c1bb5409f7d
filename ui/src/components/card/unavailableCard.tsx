import { Banner } from '~/components/feedback/Banner';
import { messagesText } from '~/core';
import type { EnteredCard } from './cardEntry';
import styles from './CardEntry.module.css';

const code = 'gateway_unavailable';

const message = () => messagesText(code);

/** Stands where a card would be entered if the page has no fields of the gateway's kind: no number is typed then. */
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
