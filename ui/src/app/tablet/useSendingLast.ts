import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { policy } from '~/core';
import { goOnSending, sendLast } from './leave';

/** Forgets the customer, even if something of theirs was not sent. */
export const forget = () => goOnSending('forgotten');

/** Sends the customer's last answers and photos once more. */
export const tryAgain = () => goOnSending('sending');

/**
 * Sends the customer's last answers and photos. If that fails in one tab, all tabs say so, and all try again together. All
 * tries together take no longer than the tablet waits for an idle customer.
 */
export function useSendingLast(isWanted: boolean, isFailed: boolean): void {
  const client = useQueryClient();
  const [{ tries, hasFailed }, setTried] = useState({ tries: 1, hasFailed: isFailed });
  if (hasFailed !== isFailed) setTried({ tries: isFailed ? tries : tries + 1, hasFailed: isFailed });
  const { store_idle_seconds: limit, store_idle_answer_seconds: answer } = policy();

  useEffect(() => {
    if (!isWanted) return undefined;
    const left = new AbortController();
    const { signal } = left;
    const fail = () => goOnSending('failed');
    const timer = setTimeout(fail, limit * 1000);
    sendLast(client, { again: tries > 1, signal }).then(
      () => signal.aborted || forget(),
      () => signal.aborted || fail(),
    );
    return () => {
      left.abort();
      clearTimeout(timer);
    };
  }, [isWanted, client, tries, limit]);

  // A limit for all tries together: the next customer must not wait, however often the network comes and goes.
  useEffect(() => {
    if (!isWanted) return undefined;
    const timer = setTimeout(forget, (limit + answer) * 1000);
    return () => clearTimeout(timer);
  }, [isWanted, limit, answer]);

  // After a failure the customer may have gone, so the tablet waits for them only `answer` seconds.
  useEffect(() => {
    if (!isWanted || !isFailed) return undefined;
    const timer = setTimeout(forget, answer * 1000);
    return () => clearTimeout(timer);
  }, [isWanted, isFailed, answer]);
}
