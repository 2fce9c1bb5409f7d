import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { ApiError, issuesOf, presentation } from '~/api/errors';
import type { CheckOut, ExchangeAddress } from '~/api/schema.gen';
import { dismissFailures, showFailure } from '~/components/feedback/Toaster';
import { errorsOutcome, messagesText, moneyFormat } from '~/core';
import { type Invoice, invoiceQuery, isRefused, reloadDecisions, usePurchase } from '../api';
import { endAttempt, purchaseKey } from './attempt';

/** Pays the invoice, only once even after a double click, and says why a purchase failed. */
export function usePurchaseOnce(orderId: string, invoice: Invoice) {
  const client = useQueryClient();
  const purchase = usePurchase(invoice);
  const [refused, setRefused] = useState<string[]>([]);
  const [refusedAddress, setRefusedAddress] = useState<readonly string[]>([]);
  const [busy, setBusy] = useState(false);
  const sending = useRef(false);

  /** The messages for a failure. */
  const messagesFor = async (error: unknown): Promise<string[]> => {
    if (!(error instanceof ApiError)) return [messagesText('unexpected')];
    const { toasts, promo_error, gift_card_error, address_error } = presentation(error);
    // From the address check or from core. They are shown at the address.
    const aboutAddress = address_error === null ? issuesOf(error).map(({ message }) => message) : [address_error];
    setRefusedAddress(aboutAddress);
    // The decisions may have changed elsewhere, or a size may have sold out.
    if (isRefused(error)) void reloadDecisions(client);
    // Without an answer the card may have been charged. The invoice shows whether it was; trying again uses the same key.
    if (errorsOutcome({ status: error.status }) !== 'unknown') endAttempt();
    const now = await client.fetchQuery(invoiceQuery(orderId)).catch(() => invoice);
    const { totalDue, totalGiftCardAmountUsed } = now;
    const messages = [
      ...(aboutAddress.length > 0 ? [] : toasts),
      promo_error,
      gift_card_error,
      totalDue === invoice.totalDue ? null : `Your total is now ${moneyFormat(totalDue)}.`,
      totalGiftCardAmountUsed === invoice.totalGiftCardAmountUsed
        ? null
        : `Your gift card now pays ${moneyFormat(totalGiftCardAmountUsed)}.`,
    ];
    return messages.filter((message) => message !== null);
  };

  const buy = async (address: ExchangeAddress | null) => {
    if (sending.current) return;
    sending.current = true;
    setBusy(true);
    setRefused([]);
    setRefusedAddress([]);
    dismissFailures();
    const body: CheckOut = {
      expected_total_due: invoice.totalDue,
      expected_gift_card_amount: invoice.totalGiftCardAmountUsed,
      ...(address ? { exchange_address: address } : {}),
    };
    try {
      await purchase.mutateAsync({ key: purchaseKey(invoice.id, body), purchase: body });
      // The changed invoice opens what follows: it is paid, or the bank is being asked.
    } catch (error) {
      // The screen reads the failure out, so the toast does not.
      showFailure(error, { spoken: false });
      setRefused(await messagesFor(error));
      sending.current = false;
      setBusy(false);
    }
  };

  return { buy, busy, refused, refusedAddress };
}
