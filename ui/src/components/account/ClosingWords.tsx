import type { Closing } from '~/api/schema.gen';
import { messagesText } from '~/core';

/** Says what an account that is being closed still waits for. */
export default function ClosingWords({ closing: { waits_for } }: { closing: Closing }) {
  if (waits_for.length === 0) return <p>{messagesText('account_is_settled')}</p>;
  return (
    <>
      <p>{messagesText('account_is_closing')}</p>
      <ul>
        {waits_for.map((reason) => (
          <li key={reason}>{reason}</li>
        ))}
      </ul>
    </>
  );
}
