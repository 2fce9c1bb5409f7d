import { useKnownAccount } from '~/api/account/record';
import { nothingCameBack, type Order, statusWords } from '~/api/order/orders';
import { dashboardTile, dashboardTileDetails, messagesText } from '~/core';
import { GoingBack, wayBackOf } from '~/components/returns/GoingBack';
import { BoxActions } from './BoxActions';
import { BoxContents } from './BoxContents';
import { BoxWords } from './BoxWords';
import { pictures } from './pictures';
import { StepLine } from './StepLine';
import { Tile } from '~/components/layout/Tile';

/**
 * The tile of the current order, or of the newest one if it was lost. Core decides the kind of the tile, its text and the
 * customer's actions.
 */
export function BoxTile({ order, now }: { order: Order | null; now: string }) {
  const known = order && tileOrder(order);
  const isClosing = Boolean(useKnownAccount()?.closing);
  const tile = dashboardTile({ order: known, now, is_closing: isClosing });
  const details = dashboardTileDetails({
    order: known,
    expected_delivery_date: order?.expected_delivery_date ?? null,
    ship_by_date: order?.ship_by_date ?? null,
    items: (order?.line_items ?? []).map(({ id, claimed_kept, exchange_size }) => ({
      id,
      claimed_kept,
      exchange_size,
    })),
    now,
  });
  // Before the checkout, decisions can still change, and the review shows them.
  const back = order?.has_paid_invoice ? wayBackOf(order) : null;
  return (
    <>
      <Tile
        picture={pictures[tile.kind]}
        eyebrow={order ? `Box ${order.code} · ${statusWords(order)}` : undefined}
        title={messagesText(tile.kind)}
      >
        <BoxWords order={order} kind={tile.kind} details={details} />
        {details.stage === null ? null : (
          <StepLine label="Progress of your box" steps={details.stages} current={details.stage} />
        )}
        <BoxActions order={order} actions={tile.actions} now={now} />
      </Tile>
      {order && back ? <GoingBack order={order} back={back} brief /> : null}
      {order && details.garments ? <BoxContents order={order} garments={details.garments} /> : null}
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
  payment_problem: order.payment?.problem ?? null,
  nothing_came_back: nothingCameBack(order),
  delay: order.delay,
});
