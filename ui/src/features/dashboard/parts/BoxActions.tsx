import type { ReactElement } from 'react';
import type { Order } from '~/api/orders';
import { ButtonLink } from '~/components/form/ButtonLink';
import { messagesText, shipmentTrackingPage, type TileAction } from '~/core';
import { paths } from '~/paths';
import styles from './BoxActions.module.css';
import { CancelOrder } from './CancelOrder';
import { ExtendCheckout } from './ExtendCheckout';

interface ActionProps {
  order: Order;
  now: string;
}

/** The buttons by action. An action without an entry has no screen yet and is not shown. */
const actionsHere: Partial<Record<TileAction, (props: ActionProps) => ReactElement>> = {
  check_out: () => <ButtonLink to={paths.stylistNote}>{messagesText('check_out')}</ButtonLink>,
  track: ({ order }) => (
    <ButtonLink
      variant="secondary"
      to={shipmentTrackingPage(order.outgoing_shipment?.tracking_code ?? '')}
      target="_blank"
      rel="noreferrer"
    >
      {messagesText('track')}
      <span className="unseen"> (opens in a new tab)</span>
    </ButtonLink>
  ),
  cancel: (props) => <CancelOrder {...props} />,
  extend: (props) => <ExtendCheckout {...props} />,
};

/** The actions that the tile offers. */
export function BoxActions({ order, actions, now }: ActionProps & { actions: readonly TileAction[] }) {
  const offered = actions.filter((action) => actionsHere[action]);
  if (offered.length === 0) return null;
  return (
    <div className={styles.actions}>
      {offered.map((action) => {
        const Action = actionsHere[action];
        return Action ? <Action key={action} order={order} now={now} /> : null;
      })}
    </div>
  );
}
