import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { ApiError, errorsOf } from '~/api/errors';
import type { CheckOut, ExchangeAddress } from '~/api/schema.gen';
import { errorsOutcome, messagesText, moneyFormat } from '~/core';
import { type Invoice, invoiceQuery, usePurchase } from '../api';
import { attemptKey, endAttempt } from './attempt';

/** Buys what the invoice says, once even after a double click; and says why a purchase failed. */
export function usePurchaseOnce(orderId: string, invoice: Invoice) {
  const client = useQueryClient();
  const purchase = usePurchase(invoice);
  const [refused, setRefused] = useState<string[]>([]);
  const [busy, setBusy] = useState(false);
  const sending = useRef(false);

  /** The messages for a failure. */
  const messagesFor = async (error: unknown): Promise<string[]> => {
    const messages = errorsOf(error).map(({ message }) => message);
    if (!(error instanceof ApiError)) return [messagesText('unexpected')];
    // Without an answer the card may have been charged. The invoice shows whether it was; trying again uses the same key.
    if (errorsOutcome({ status: error.status }) !== 'unknown') endAttempt();
    const now = await client.fetchQuery(invoiceQuery(orderId)).catch(() => null);
    return now && now.totalDue !== invoice.totalDue
      ? [...messages, `Your total is now ${moneyFormat(now.totalDue)}.`]
      : messages;
  };

  const buy = async (address: ExchangeAddress | null) => {
    if (sending.current) return;
    sending.current = true;
    setBusy(true);
    setRefused([]);
    const body: CheckOut = {
      expected_total_due: invoice.totalDue,
      ...(address ? { exchange_address: address } : {}),
    };
    try {
      await purchase.mutateAsync({ key: attemptKey(invoice.id, body), purchase: body });
      // The invoice leads on: it is paid, or the bank is being asked.
    } catch (error) {
      setRefused(await messagesFor(error));
      sending.current = false;
      setBusy(false);
    }
  };

  return { buy, busy, refused };
}
