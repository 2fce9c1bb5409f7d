import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { accountQuery, useAccount } from '~/api/account/record';
import type { NotOrdered } from '~/components/card/notOrdered';
import { currentOrder, type Order, ordersQuery } from '~/api/order/orders';
import type { Account, SavedCard } from '~/api/schema.gen';
import { Unavailable } from '~/components/feedback/Unavailable';
import { PageTitle } from '~/components/layout/PageTitle';
import { cardChangeAccess } from '~/core';
import { useLocation, useNavigate } from '~/lib/router/hooks';
import { Navigate } from '~/lib/router/Navigate';
import { paths } from '~/paths';
import { CardForm } from '../parts/CardForm';
import { forgetFirstBox, useFirstBox } from '../parts/firstBox';
import { OrderWithoutCard } from '../parts/OrderWithoutCard';
import { useDiscount } from '../parts/useDiscount';
import { paymentTitle } from '../parts/words';
import type { Thanked } from './AccountConfirmation';
import styles from './Payment.module.css';

/** Asks for an address and the card, and makes the first order. If the card is on file already, asks only for the order. */
export default function Payment() {
  // The account has just been loaded again, because the screen `decidesBy` it.
  const account = useAccount().data;
  return account ? <PaymentSteps account={account} /> : null;
}

/**
 * What the screen asks for: the card, which makes the first order (`card and order`) or is only saved (`card`); or only the
 * order, if the card was saved but the order failed. `order` says why, if it has just failed.
 */
type Step = 'card and order' | 'card' | { order: SavedCard['order_error'] };

interface ShownStep {
  /** Null until the step is known. */
  step: Step | null;
  /** Whether another step was shown before. */
  replaces: boolean;
}

function PaymentSteps({ account }: { account: Account }) {
  const navigate = useNavigate();
  const { pathname, state: cameWith } = useLocation();
  const refused = (cameWith as NotOrdered | null)?.refused ?? null;
  const hasCard = account.billing_info_complete;
  const orders = useQuery({ ...ordersQuery, enabled: hasCard });
  const box = useFirstBox();
  const discount = useDiscount();
  const client = useQueryClient();
  // This is decided once, because saving the card must not close its form before the next screen opens.
  const [{ step, replaces }, setShown] = useState<ShownStep>({
    step: hasCard ? null : 'card and order',
    replaces: false,
  });
  const show = (next: Step) => setShown({ step: next, replaces: true });

  if (step === null) {
    if (orders.data && !mayUse(account, orders.data)) return <Navigate to={paths.dashboard} replace />;
    if (orders.data) show(orders.data.length === 0 ? { order: refused } : 'card');
    else if (orders.isError) {
      // Without the orders it is not known whether the card or the order is missing.
      return <Unavailable title="This page could not be loaded" retry={() => void orders.refetch()} />;
    }
    return (
      <div className={styles.loading}>
        <PageTitle eyebrow="Your first box">{paymentTitle}</PageTitle>
      </div>
    );
  }

  /** Opens the screen that thanks for the order, or only for the card. */
  const openThanks = async (done: Thanked['done']) => {
    const state: Thanked = { prevPath: pathname, done };
    await navigate(paths.accountConfirmation, { replace: true, state });
  };
  const finishOrder = async () => {
    discount.forget();
    forgetFirstBox();
    await openThanks('order');
  };
  /**
   * Asks whether a card that was sent without an answer has reached the server. If so, opens the next step. Returns whether
   * it has.
   */
  const goOnIfDone = async () => {
    const [freshAccount, freshOrders] = await Promise.all([
      client.fetchQuery({ ...accountQuery, staleTime: 0 }),
      client.fetchQuery({ ...ordersQuery, staleTime: 0 }),
    ]);
    if (step !== 'card and order' || !freshAccount.billing_info_complete) return false;
    if (currentOrder(freshOrders)) await finishOrder();
    else if (!hasCard) show({ order: null });
    else return false;
    return true;
  };

  if (typeof step === 'object') {
    return (
      <OrderWithoutCard
        account={account}
        box={box}
        discount={discount}
        refused={step.order}
        onOrdered={finishOrder}
        onOtherCard={() => show('card and order')}
      />
    );
  }
  return (
    <CardForm
      account={account}
      box={box}
      discount={discount}
      makesOrder={step === 'card and order'}
      onSaved={async ({ order_id, order_error }) => {
        if (order_error !== null) show({ order: order_error });
        else await (order_id === null ? openThanks('card') : finishOrder());
      }}
      onChanged={() => openThanks('card')}
      replaces={replaces}
      goOnIfDone={goOnIfDone}
    />
  );
}

/**
 * Whether the server would accept a card that is typed here. It would not once the first box is ordered, and Back can lead
 * here then.
 */
const mayUse = ({ first_timer, celerant_id, payment_needed }: Account, orders: readonly Order[]): boolean =>
  cardChangeAccess({ first_timer, celerant_id, payment_needed, has_current_order: currentOrder(orders) !== null })
    .allowed;
