import { useEffect, useState } from 'react';
import { Link, Navigate } from 'react-router';
import { currentOrder, type Order, useOrders } from '~/api/orders';
import { PageTitle } from '~/components/layout/PageTitle';
import { checkoutSuccessPage, orderCanCheckOut } from '~/core';
import { forgetDraft } from '~/lib/draft/store';
import { paths } from '~/paths';
import { useInvoice } from '../api';
import { attemptDraft } from '../parts/attempt';
import { ConfirmPurchase } from '../parts/ConfirmPurchase';
import { choiceDraft, distinctItems } from '../parts/choices';
import { addressDraft } from '../parts/ExchangeAddress';
import { KeptList } from '../parts/KeptList';
import { Waiting } from '../parts/Waiting';
import { WaitingForBank } from '../parts/WaitingForBank';
import styles from './Confirmation.module.css';

const title = 'Confirm Purchase';

/** The server's invoice, and the purchase. */
export default function Confirmation() {
  const { data: orders, isError, refetch } = useOrders();
  // The box that this screen was opened with. Once paid, it may no longer be the current one.
  const [opened, setOpened] = useState<string | null>(null);
  if (!orders) return <Waiting title={title} failed={isError} retry={() => void refetch()} />;
  const order = orders.find(({ id }) => id === opened) ?? currentOrder(orders);
  if (!order || (opened === null && !orderCanCheckOut(order))) return <Navigate to={paths.dashboard} replace />;
  if (opened === null) setOpened(order.id);
  return <Purchase order={order} />;
}

function Purchase({ order }: { order: Order }) {
  const { data: invoice, isError, refetch } = useInvoice(order.id);
  if (!invoice) return <Waiting title={title} failed={isError} retry={() => void refetch()} />;
  if (invoice.status === 'paid') return <Paid order={order} />;
  return (
    <div className={styles.page}>
      <div className={styles.main}>
        <Link to={paths.review} className={styles.back}>
          Back to your choices
        </Link>
        <PageTitle eyebrow={`Box ${order.code}`}>{title}</PageTitle>
        <KeptList items={distinctItems(order)} />
      </div>
      {invoice.status === 'processing' ? (
        <WaitingForBank invoice={invoice} />
      ) : (
        <ConfirmPurchase order={order} invoice={invoice} />
      )}
    </div>
  );
}

/** The purchase is complete: forgets the drafts and opens the thanks. */
function Paid({ order }: { order: Order }) {
  useEffect(() => {
    for (const { id } of order.line_items) forgetDraft(choiceDraft, id);
    forgetDraft(attemptDraft);
    forgetDraft(addressDraft);
  }, [order]);
  return <Navigate to={checkoutSuccessPage(order)} state={{ orderId: order.id }} replace />;
}
