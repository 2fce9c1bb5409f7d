import { type Order, wasLost } from '~/api/order/orders';
import { ParcelLine } from '~/components/delivery/ParcelLine';
import { Banner } from '~/components/feedback/Banner';
import { SupportPhone } from '~/components/layout/SupportPhone';
import { GoingBack } from '~/components/returns/GoingBack';
import { brand, messagesText } from '~/core';
import { Link } from '~/lib/router/Link';
import { paths } from '~/paths';
import { ItemGroup } from './ItemGroup';
import { contentsOf, stageOf } from './pastOrderModel';

/** The items of an order by their outcome, or why they are not listed. */
export function Contents({ order }: { order: Order }) {
  const stage = stageOf(order);
  if (stage === 'stopped') return <Stopped />;
  if (stage === 'under way') return <UnderWay order={order} />;
  if (wasLost(order)) return <p>{messagesText('box_lost')}</p>;
  if (order.line_items.length === 0) return <p>Nothing was sent with this order.</p>;
  const { bought, back, returned } = contentsOf(order);
  return (
    <>
      <ItemGroup title="Bought" level={2} items={bought} />
      {back ? <GoingBack order={order} back={back} /> : null}
      <ItemGroup title="Returned" level={2} items={returned} />
    </>
  );
}

const UnderWay = ({ order }: { order: Order }) => (
  <Banner>
    <ParcelLine shipment={order.outgoing_shipment} hasLink />
    <p>This box is still under way. What you buy and what goes back is listed here once it is checked out.</p>
    <p>
      <Link to={paths.dashboard}>See where it is on your dashboard</Link>
    </p>
  </Banner>
);

/** The message of a stopped order. Only staff can stop one. */
const Stopped = () => (
  <Banner>
    <p>{messagesText('order_stopped')}</p>
    <p>
      Questions? Call <SupportPhone />, {brand().support_hours}.
    </p>
  </Banner>
);
