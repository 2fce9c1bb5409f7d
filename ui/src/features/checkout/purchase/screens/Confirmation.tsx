import { useEffect, useState } from 'react';
import { useBankAnswer } from '~/api/payment/bank';
import { currentOrder, type Order, useOrders } from '~/api/order/orders';
import { PageTitle } from '~/components/layout/PageTitle';
import { GoingBack, wayBackOf } from '~/components/returns/GoingBack';
import { checkoutSuccessPage, orderCanCheckOut } from '~/core';
import { forgetDraft } from '~/lib/draft/store';
import { useSearchParams } from '~/lib/router/hooks';
import { Link } from '~/lib/router/Link';
import { Navigate } from '~/lib/router/Navigate';
import { paths } from '~/paths';
import { useInvoice } from '../api';
import { attemptDraft, endAttempt } from '../parts/attempt';
import { ConfirmAtBank } from '../parts/ConfirmAtBank';
import { ConfirmPurchase, discountDraft } from '../parts/ConfirmPurchase';
import { choiceDraft, distinctItems, forgetFeedback } from '../parts/choices';
import { forgetExchangeAddress } from '../parts/useExchangeAddress';
import { KeptList } from '../parts/KeptList';
import { Waiting } from '../parts/Waiting';
import { WaitingForBank } from '../parts/WaitingForBank';
import styles from './Confirmation.module.css';

const title = 'Confirm Purchase';

/** Shows the server's invoice, and makes the purchase. */
export default function Confirmation() {
  const { data: orders, error, refetch } = useOrders();
  const [query] = useSearchParams();
  // The id of the box that this screen was opened for. The bank's link back has it in the query. Once paid, the box may no
  // longer be the current one.
  const [opened, setOpened] = useState(query.get('order'));
  if (!orders) return <Waiting title={title} error={error} retry={() => void refetch()} />;
  const known = orders.find(({ id }) => id === opened);
  const order = known ?? currentOrder(orders);
  const isPaid = known?.has_paid_invoice === true;
  if (!order || !(isPaid || orderCanCheckOut(order))) return <Navigate to={paths.dashboard} replace />;
  if (!known) setOpened(order.id);
  return <Purchase order={order} />;
}

function Purchase({ order }: { order: Order }) {
  const { data: invoice, error, refetch } = useInvoice(order.id);
  const [isSent, setIsSent] = useState(false);
  const isAsked = invoice !== undefined && (invoice.bank_url !== null || invoice.confirm_in_page);
  useBankAnswer(order.id, isAsked);
  const declined = invoice?.status === 'open' && invoice.declined !== null;
  // The next purchase is a new one with its own key.
  useEffect(() => {
    if (declined) endAttempt();
  }, [declined]);
  if (!invoice) return <Waiting title={title} error={error} retry={() => void refetch()} />;
  if (invoice.status === 'paid') return <Paid order={order} />;
  const back = wayBackOf(order);
  return (
    <div className={styles.page}>
      <div className={styles.main}>
        <Link to={paths.review} className={styles.back}>
          Back to your choices
        </Link>
        <PageTitle eyebrow={`Box ${order.code}`}>{title}</PageTitle>
        <KeptList items={distinctItems(order)} />
        {back ? <GoingBack order={order} back={back} /> : null}
      </div>
      {invoice.status === 'processing' ? (
        isAsked ? (
          <ConfirmAtBank invoice={invoice} isSent={isSent} />
        ) : (
          <WaitingForBank invoice={invoice} />
        )
      ) : (
        <ConfirmPurchase order={order} invoice={invoice} onSent={() => setIsSent(true)} />
      )}
    </div>
  );
}

/** Shown when the purchase is complete: forgets the drafts and opens the screen with the thanks. */
function Paid({ order }: { order: Order }) {
  useEffect(() => {
    for (const { id } of order.line_items) {
      forgetDraft(choiceDraft, id);
      forgetFeedback(id);
    }
    forgetDraft(attemptDraft);
    forgetDraft(discountDraft);
    forgetExchangeAddress(order.id);
  }, [order]);
  return <Navigate to={checkoutSuccessPage(order)} state={{ orderId: order.id }} replace />;
}
