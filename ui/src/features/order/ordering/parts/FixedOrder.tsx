import type { ReactNode } from 'react';
import { currentOrder, isBeingPaid, type Order, statusWords, wasLost } from '~/api/order/orders';
import { ButtonLink } from '~/components/form/ButtonLink';
import { MemberPage } from '~/components/layout/MemberPage';
import { brand, messagesText, orderCanCancel, orderCanCheckOut, orderCanDecide } from '~/core';
import { paths } from '~/paths';
import { SupportPhone } from '~/components/layout/SupportPhone';
import styles from './NothingToOrder.module.css';

interface FixedOrderProps {
  order: Order;
  /** Whether another box can be ordered, because none is under way. */
  canOrder: boolean;
}

/** Shown if the order can no longer be changed: says what is fixed, why, and what the customer can do instead. */
export function FixedOrder({ order, canOrder }: FixedOrderProps) {
  const hasEnded = currentOrder([order]) === null;
  const canCheckOut = orderCanCheckOut(order);
  const { title, lead, children } = hasEnded ? ended(order) : underway(order);
  return (
    <MemberPage eyebrow={`Box ${order.code} · ${statusWords(order)}`} title={title} lead={lead}>
      {children}
      <div className={styles.actions}>
        {canCheckOut ? <ButtonLink to={paths.stylistNote}>{messagesText('check_out')}</ButtonLink> : null}
        {hasEnded && canOrder ? (
          <ButtonLink to={order.customer_pick_up ? paths.orderPickup : paths.orderBox}>
            {messagesText(order.customer_pick_up ? 'order_pickup' : 'order_box')}
          </ButtonLink>
        ) : null}
        {hasEnded ? (
          <ButtonLink variant="secondary" to={paths.pastOrder(order.id)}>
            See this order
          </ButtonLink>
        ) : null}
        <ButtonLink variant={canCheckOut || hasEnded ? 'secondary' : 'primary'} to={paths.dashboard}>
          Go to dashboard
        </ButtonLink>
      </div>
    </MemberPage>
  );
}

interface Words {
  title: string;
  /** What is fixed, and why. */
  lead: string;
  /** What the customer can do instead, if no button says it. */
  children: ReactNode;
}

function underway(order: Order): Words {
  const { status, customer_pick_up, has_paid_invoice } = order;
  // True before the box comes, while it is tried on, and if it came back undecided, but not while a checkout is being paid.
  const staysOpen =
    !has_paid_invoice && (orderCanDecide({ ...order, is_being_paid: isBeingPaid(order) }) || !orderCanCheckOut(order));
  const where = customer_pick_up ? 'store' : 'address';
  return {
    title: 'This box can no longer be changed',
    lead: `Its styling has begun: the day, the ${where}, the theme and the note are fixed now.`,
    children: orderCanCancel({ status, actor: 'ops' }) ? (
      <p>
        Don’t want it anymore? Call <PhoneWithHours /> before it is styled, and we cancel it: what you paid for it is
        refunded.
      </p>
    ) : staysOpen ? (
      <p>You still decide about each item: what you do not want goes back, free of charge.</p>
    ) : (
      <p>Your dashboard shows what is still to be done.</p>
    ),
  };
}

function ended(order: Order): Words {
  const { status } = order;
  if (wasLost(order)) {
    return { title: 'This box was lost on its way', lead: messagesText('box_lost'), children: null };
  }
  if (status === 'cancelled') {
    return {
      title: 'This box is canceled',
      lead: 'It is not coming, so nothing about it can be changed.',
      children: null,
    };
  }
  if (status === 'fraud') {
    return {
      title: 'This order was stopped',
      lead: messagesText('order_stopped'),
      children: (
        <p>
          Want to know why? Call <PhoneWithHours />.
        </p>
      ),
    };
  }
  return {
    title: 'This box is done',
    lead: 'It came and is settled, so nothing about it can be changed.',
    children: null,
  };
}

const PhoneWithHours = () => (
  <>
    <SupportPhone /> ({brand().support_hours})
  </>
);
