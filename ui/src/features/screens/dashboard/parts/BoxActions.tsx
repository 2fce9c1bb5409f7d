import type { ReactElement } from 'react';
import type { Order } from '~/api/order/orders';
import { ConfirmInPage } from '~/components/payment/charge/ConfirmInPage';
import { ButtonLink } from '~/components/form/ButtonLink';
import { CancelOrder } from '~/components/order/ordering/CancelOrder';
import { messagesText, type TileAction } from '~/core';
import { paths } from '~/paths';
import styles from './BoxActions.module.css';
import { ExtendCheckout } from './ExtendCheckout';
import { KeepOrder } from './KeepOrder';

interface ActionProps {
  order: Order;
  /** Whether it is the first action that the tile offers. */
  isFirst: boolean;
  now: string;
}

/** The link to the order form. It is secondary if something else waits for the customer. */
const changeLink = (action: TileAction, path: (orderId: string) => string) =>
  function ChangeLink({ order }: ActionProps) {
    return (
      <ButtonLink variant={order.payment || order.delay?.answer_by ? 'secondary' : 'primary'} to={path(order.id)}>
        {messagesText(action)}
      </ButtonLink>
    );
  };

/** The buttons of an order, by action. */
const orderActions: Partial<Record<TileAction, (props: ActionProps) => ReactElement>> = {
  confirm_payment: ({ order }) =>
    order.payment?.confirm_in_page ? (
      <ConfirmInPage orderId={order.id} />
    ) : (
      <ButtonLink to={order.payment?.bank_url ?? ''}>{messagesText('confirm_payment')}</ButtonLink>
    ),
  change_payment: ({ isFirst }) => (
    <ButtonLink
      variant={isFirst ? 'primary' : 'secondary'}
      to={paths.changePayment}
      state={{ prevPath: paths.dashboard }}
    >
      {messagesText('change_payment')}
    </ButtonLink>
  ),
  customize: changeLink('customize', paths.changeOrder),
  view: changeLink('view', paths.changePickup),
  check_out: () => <ButtonLink to={paths.stylistNote}>{messagesText('check_out')}</ButtonLink>,
  track: ({ order }) => (
    <ButtonLink variant="secondary" to={order.outgoing_shipment?.tracking_page ?? ''} target="_blank" rel="noreferrer">
      {messagesText('track')}
      <span className="unseen"> (opens in a new tab)</span>
    </ButtonLink>
  ),
  keep_order: (props) => <KeepOrder {...props} />,
  cancel: (props) => <CancelOrder {...props} />,
  extend: (props) => <ExtendCheckout {...props} />,
};

/** The links to order the next box. */
const nextBoxActions: Partial<Record<TileAction, () => ReactElement>> = {
  order_box: () => <ButtonLink to={paths.orderBox}>{messagesText('order_box')}</ButtonLink>,
  order_pickup: () => (
    <ButtonLink variant="secondary" to={paths.orderPickup}>
      {messagesText('order_pickup')}
    </ButtonLink>
  ),
};

interface BoxActionsProps {
  order: Order | null;
  actions: readonly TileAction[];
  now: string;
}

/** The buttons for the actions that the tile offers. */
export function BoxActions({ order, actions, now }: BoxActionsProps) {
  if (actions.length === 0) return null;
  return (
    <div className={styles.actions}>
      {actions.map((action, place) => {
        const Next = nextBoxActions[action];
        if (Next) return <Next key={action} />;
        const Action = orderActions[action];
        return Action && order ? <Action key={action} order={order} isFirst={place === 0} now={now} /> : null;
      })}
    </div>
  );
}
