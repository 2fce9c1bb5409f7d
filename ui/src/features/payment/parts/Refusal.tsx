import { useEffect, useRef } from 'react';
import { Link } from 'react-router';
import { errorsOf, issuesOf } from '~/api/errors';
import { Banner } from '~/components/feedback/Banner';
import { messagesText } from '~/core';
import { paths } from '~/paths';
import styles from './Refusal.module.css';

/** Why nothing was saved, if no field of the form is the reason. */
export interface Refused {
  messages: string[];
  /** Whether the chosen date is no longer open, so that another one helps. */
  dateClosed: boolean;
}

export function refusedBy(error: unknown): Refused | null {
  const date = issuesOf(error).filter(({ field }) => field === 'ship_by_date');
  if (date.length > 0) return { messages: date.map(({ message }) => message), dateClosed: true };
  if (issuesOf(error).length > 0) return null;
  return { messages: errorsOf(error).map(({ message }) => message), dateClosed: false };
}

/** Shows why the form was refused. What was typed stays. */
export function Refusal({ messages, dateClosed }: Refused) {
  const box = useRef<HTMLDivElement>(null);
  // The pressed button is far below.
  useEffect(() => {
    box.current?.focus({ preventScroll: true });
    box.current?.scrollIntoView({ block: 'center' });
  }, []);
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
