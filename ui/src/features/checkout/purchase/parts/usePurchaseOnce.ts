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
    const { toasts, promo_error, gift_card_error } = presentation(error);
    const aboutAddress = addressMessages(error);
    // Messages about the address are shown there.
    const others = [...(aboutAddress.length > 0 ? [] : toasts), promo_error, gift_card_error];
    const messages = others.filter((message) => message !== null);
    setRefusedAddress(aboutAddress);
    // The decisions may have changed elsewhere, or a size may have sold out.
    if (isRefused(error)) void reloadDecisions(client);
    // Without an answer the card may have been charged. The invoice shows whether it was; trying again uses the same key.
    if (errorsOutcome({ status: error.status }) !== 'unknown') endAttempt();
    const now = await client.fetchQuery(invoiceQuery(orderId)).catch(() => null);
    return now ? [...messages, ...changesOf(invoice, now)] : messages;
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

/** What the customer pays now, where it is not what they saw. */
function changesOf(seen: Invoice, now: Invoice): string[] {
  const total = now.totalDue === seen.totalDue ? [] : [`Your total is now ${moneyFormat(now.totalDue)}.`];
  const paidByGiftCard = now.totalGiftCardAmountUsed;
  if (paidByGiftCard === seen.totalGiftCardAmountUsed) return total;
  return [...total, `Your gift card now pays ${moneyFormat(paidByGiftCard)}.`];
}

/** The messages about the exchange address, from the address check or from core. */
function addressMessages(error: ApiError): string[] {
  const { address_error } = presentation(error);
  return address_error === null ? issuesOf(error).map(({ message }) => message) : [address_error];
}
