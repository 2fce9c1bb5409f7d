import { Banner } from '~/components/feedback/Banner';
import { Button } from '~/components/form/Button';
import { messagesText } from '~/core';
import styles from './CardEntry.module.css';
import type { EnteredCard } from './enteredCard';
import { GatewayField, gatewayFields } from './GatewayField';

const number = 'card_info.credit_card_number';

/**
 * Stands in for a card while its fields are loading, and reserves their place. With `retry`, it says that they could not be
 * loaded. Nothing can be sent.
 */
export function standInCard(retry: (() => void) | null): EnteredCard {
  const code = retry ? 'gateway_unavailable' : 'required';
  return {
    validate: ({ withoutCard }, form) => [...withoutCard(form), { field: number, code, message: messagesText(code) }],
    send: () => Promise.reject(new Error(code)),
    save: (attempt) => attempt(),
    forget: () => undefined,
    fields: (bind) =>
      retry ? (
        <div id={bind(number).id} tabIndex={-1} className={styles.full}>
          <Banner tone="fault">
            <p>{messagesText(code)}</p>
            <Button variant="quiet" onClick={retry}>
              Try again
            </Button>
          </Banner>
        </div>
      ) : (
        gatewayFields.map((field) => (
          <GatewayField key={field.name} field={field} binding={bind(field.name)} isWaiting />
        ))
      ),
  };
}
