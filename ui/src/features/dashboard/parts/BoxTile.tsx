import type { Order } from '~/api/orders';
import { dashboardTile, messagesText } from '~/core';
import { BoxActions } from './BoxActions';
import { BoxContents } from './BoxContents';
import { BoxWords } from './BoxWords';
import { boxSteps, pictures } from './boxLooks';
import { StepLine } from './StepLine';
import { Tile } from './Tile';

/** The tile of the current order. Core says which kind it is and what the customer can do. */
export function BoxTile({ order, now }: { order: Order | null; now: string }) {
  const tile = dashboardTile({ order: order && tileOrder(order), now });
  const progress = order && boxSteps(tile.kind, order.customer_pick_up);
  return (
    <>
      <Tile
        picture={pictures[tile.kind]}
        eyebrow={order ? `Box ${order.code} · ${messagesText(order.status)}` : undefined}
        title={messagesText(tile.kind)}
      >
        <BoxWords order={order} tile={tile} />
        {progress ? <StepLine label="Progress of your box" {...progress} /> : null}
        {order ? <BoxActions order={order} actions={tile.actions} now={now} /> : null}
      </Tile>
      {order ? <BoxContents order={order} kind={tile.kind} /> : null}
    </>
  );
}

const tileOrder = (order: Order) => ({
  status: order.status,
  customer_pick_up: order.customer_pick_up,
  tracking_code: order.outgoing_shipment?.tracking_code ?? null,
  checkout_by_date: order.checkout_by_date,
  extended: order.extended,
  has_paid_invoice: order.has_paid_invoice,
});
