import { useEffect, useRef } from 'react';
import { Link } from 'react-router';
import { ApiError, errorsOf, issuesOf, presentation } from '~/api/errors';
import { CardNotMade } from '~/components/card/cardEntry';
import { Banner } from '~/components/feedback/Banner';
import { type Issue, messagesText } from '~/core';
import { paths } from '~/paths';
import styles from './Refusal.module.css';

/** Why nothing was saved, if no field of the form is the reason. */
export interface Refused {
  messages: string[];
  /** Whether the chosen date is no longer open, so that another one helps. */
  dateClosed: boolean;
}

/** The issue of a number that the gateway does not know. */
const numberInvalid = 'credit_card_number_invalid';

/** What is wrong with the form's fields, by the server or the gateway. */
export function fieldIssues(error: unknown): Issue[] {
  if (error instanceof CardNotMade) return error.issues;
  const number = errorsOf(error).filter(({ code }) => code === numberInvalid);
  return [...issuesOf(error), ...number.map((issue) => ({ field: 'card_info.credit_card_number', ...issue }))];
}

export function refusedBy(error: unknown): Refused | null {
  if (error instanceof ApiError) {
    const { address_error, promo_error, mfa_required } = presentation(error);
    if (address_error !== null || promo_error !== null || mfa_required) return null;
  }
  const issues = fieldIssues(error);
  const order = issues.filter(({ field }) => field === 'ship_by_date' || field === 'themebox');
  if (order.length > 0) {
    const dateClosed = order.some(({ field }) => field === 'ship_by_date');
    return { messages: order.map(({ message }) => message), dateClosed };
  }
  if (issues.length > 0) return null;
  return { messages: errorsOf(error).map(({ message }) => message), dateClosed: false };
}

/** Shows why the form was refused. What was typed stays. */
export function Refusal({ messages, dateClosed }: Refused) {
  const box = useFocused();
  return (
    <div ref={box} tabIndex={-1} className={styles.refusal}>
      <Banner tone="fault">
        {messages.map((message) => (
          <p key={message}>{message}</p>
        ))}
        {dateClosed ? (
          <p>
            <Link to={paths.delivery}>Choose another day</Link> and come back: nothing was charged.
          </p>
        ) : (
          <p>{messagesText('nothing_charged')}</p>
        )}
      </Banner>
    </div>
  );
}

/** Shows above the address that it was refused. */
export function AddressRefusal({ message }: { message: string }) {
  const box = useFocused();
  return (
    <div ref={box} tabIndex={-1} className={styles.refusal}>
      <Banner tone="fault">
        <p>{message}</p>
      </Banner>
    </div>
  );
}

/** Takes the focus when it is shown, because the pressed button is far below. */
export function useFocused() {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    box.current?.focus({ preventScroll: true });
    box.current?.scrollIntoView({ block: 'center' });
  }, []);
  return box;
}
