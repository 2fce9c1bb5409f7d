import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useAccount } from '~/api/account/record';
import { cardAndHolderQuery } from '~/api/card/cardOnFile';
import { nextChargeQuery } from '~/api/payment/nextCharge';
import type { CardLocked } from '~/components/card/lockedCard';
import { currentOrder, useOrders } from '~/api/order/orders';
import { useBack } from '~/components/layout/useBack';
import { type CardChangeAccess, cardChangeAccess } from '~/core';
import { Navigate } from '~/lib/router/Navigate';
import { CardWaits } from '../parts/CardWaits';
import { ChangeCard } from '../parts/ChangeCard';
import { FirstCard } from '../parts/FirstCard';
import { isOrderedAt } from '../parts/firstCardBox';
import { paths } from '~/paths';

/** The card on file, and the form that changes it (spec B, section 2). Core says who may change it. */
export default function ChangePayment() {
  // The account and the orders have just been loaded again, because the screen `decidesBy` them.
  const account = useAccount().data;
  const orders = useOrders();
  const card = useQuery(cardAndHolderQuery);
  // Always reload the charge, because it may be made to the new card. The screen works without it.
  const charge = useQuery({ ...nextChargeQuery(), refetchOnMount: 'always' });
  const back = useBack();
  // The access stays the same while a card is being saved, so that the change does not close the form before the next screen
  // opens.
  const [kept, setKept] = useState<CardChangeAccess | null>(null);
  // How many cards that were saved here were declined for the styling fee. After each one the form for another card starts
  // again.
  const [declined, setDeclined] = useState(0);
  if (!account || !orders.data || card.data === undefined || charge.isPending) {
    const retry = () => {
      if (!orders.data) void orders.refetch();
      if (card.data === undefined) void card.refetch();
    };
    return <CardWaits failed={orders.isError || card.isError} retry={retry} />;
  }
  const order = currentOrder(orders.data);
  const present = cardChangeAccess({
    first_timer: account.first_timer,
    has_current_order: order !== null,
    celerant_id: account.celerant_id,
    payment_needed: account.payment_needed,
  });
  const access = kept ?? present;
  if (!access.allowed)
    return <Navigate to={paths.dashboard} replace state={{ cardLocked: true } satisfies CardLocked} />;
  const form = {
    account,
    payment: order?.payment ?? null,
    charge: charge.data,
    wasDeclined: declined > 0,
    known: card.data,
    access,
    back,
    onSaving: (isSaving: boolean) => setKept(isSaving ? access : null),
    onDeclined: () => {
      setKept(null);
      setDeclined(declined + 1);
      window.scrollTo(0, 0);
    },
  };
  // If the account has no billing, the card may order the first box, unless the form that led here orders it.
  const mayOrder = access.first_order_wording && !isOrderedAt(back);
  return mayOrder ? <FirstCard {...form} /> : <ChangeCard key={declined} {...form} firstBox={null} />;
}
