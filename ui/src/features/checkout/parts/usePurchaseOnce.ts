import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { ApiError, errorsOf } from '~/api/errors';
import type { CheckOut, ExchangeAddress } from '~/api/schema.gen';
import { type Invoice, invoiceQuery, usePurchase } from '../api';
import { messagesText, moneyFormat } from '~/core';
import { attemptKey, endAttempt } from './attempt';

/** Buys what the invoice says, once, however often the button is pressed; and says why it was not bought. */
export function usePurchaseOnce(orderId: string, invoice: Invoice) {
  const client = useQueryClient();
  const purchase = usePurchase(invoice);
  const [refused, setRefused] = useState<string[]>([]);
  const [busy, setBusy] = useState(false);
  const sending = useRef(false);

  /** What the customer reads of a failure. */
  const told = async (error: unknown): Promise<string[]> => {
    const messages = errorsOf(error).map(({ message }) => message);
    if (!(error instanceof ApiError)) return [messagesText('unexpected')];
    // Without an answer nobody knows whether it was charged: the invoice tells, and pressing again asks for the same.
    const open = error.status === 0 || error.status >= 500;
    if (!open) endAttempt();
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
    const wanted: CheckOut = {
      expected_total_due: invoice.totalDue,
      ...(address ? { exchange_address: address } : {}),
    };
    try {
      await purchase.mutateAsync({ key: attemptKey(invoice.id, wanted), purchase: wanted });
      // Bought, or with the bank: there is nothing left to press here.
    } catch (error) {
      setRefused(await told(error));
      sending.current = false;
      setBusy(false);
    }
  };

  return { buy, busy, refused };
}
