import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { accountQuery, useAccount } from '~/api/account';
import { currentOrder, ordersQuery } from '~/api/orders';
import type { Account, SavedCard } from '~/api/schema.gen';
import { Unavailable } from '~/components/feedback/Unavailable';
import { PageTitle } from '~/components/layout/PageTitle';
import { paths } from '~/paths';
import { CardForm } from '../parts/CardForm';
import { forgetFirstBox, useFirstBox } from '../parts/firstBox';
import { OrderWithoutCard } from '../parts/OrderWithoutCard';
import { useDiscount } from '../parts/useDiscount';
import type { Thanked } from './AccountConfirmation';
import styles from './Payment.module.css';

/** Asks for the shipping address and the card, and makes the first order; without the card if that is on file already. */
export default function Payment() {
  const { data: account } = useAccount();
  return account ? <PaymentOf account={account} /> : null;
}

/**
 * The form with the card, which makes the first order or only saves the card; or the order alone, after a card that was saved
 * while the order failed.
 */
type Asked = 'card and order' | 'card' | { order: SavedCard['order_error'] };

interface Step {
  /** Null until it is known. */
  asked: Asked | null;
  /** Whether something else was here before. */
  replaces: boolean;
}

function PaymentOf({ account }: { account: Account }) {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const hasCard = account.billing_info_complete;
  const orders = useQuery({ ...ordersQuery, enabled: hasCard });
  const box = useFirstBox();
  const discount = useDiscount();
  const client = useQueryClient();
  // Decided once: saving the card must not close its form before the next screen is open.
  const [{ asked, replaces }, setStep] = useState<Step>({ asked: hasCard ? null : 'card and order', replaces: false });
  const ask = (next: Asked) => setStep({ asked: next, replaces: true });

  if (asked === null) {
    if (orders.data) ask(orders.data.length === 0 ? { order: null } : 'card');
    else if (orders.isError) {
      // Without the orders nobody knows whether the card or the order is missing.
      return <Unavailable title="This page could not be loaded" retry={() => void orders.refetch()} />;
    }
    return (
      <div className={styles.loading}>
        <PageTitle eyebrow="Your first box">Shipping and payment</PageTitle>
      </div>
    );
  }

  /** Goes on to the thanks, which says what became of it. */
  const finish = async (done: Thanked['done']) => {
    const state: Thanked = { prevPath: pathname, done };
    await navigate(paths.accountConfirmation, { replace: true, state });
  };
  const finishOrder = async () => {
    discount.forget();
    forgetFirstBox();
    await finish('order');
  };
  /** Goes on if a card that was sent without an answer, or the order with it, has reached the server. Returns whether it has. */
  const goOnIfDone = async () => {
    const [now, made] = await Promise.all([
      client.fetchQuery({ ...accountQuery, staleTime: 0 }),
      client.fetchQuery({ ...ordersQuery, staleTime: 0 }),
    ]);
    if (asked !== 'card and order' || !now.billing_info_complete) return false;
    if (currentOrder(made)) await finishOrder();
    else if (!hasCard) ask({ order: null });
    else return false;
    return true;
  };

  if (typeof asked === 'object') {
    return (
      <OrderWithoutCard
        account={account}
        box={box}
        discount={discount}
        refused={asked.order}
        onOrdered={finishOrder}
        onOtherCard={() => ask('card and order')}
      />
    );
  }
  return (
    <CardForm
      account={account}
      box={box}
      discount={discount}
      makesOrder={asked === 'card and order'}
      onSaved={async ({ order_id, order_error }) => {
        if (order_error !== null) ask({ order: order_error });
        else await (order_id === null ? finish('card') : finishOrder());
      }}
      onChanged={() => finish('card')}
      replaces={replaces}
      goOnIfDone={goOnIfDone}
    />
  );
}
