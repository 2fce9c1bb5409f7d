import type { Order } from '~/api/order/orders';
import { DateText } from '~/components/calendar/DateText';
import { Row, RowNote, Rows } from '~/components/layout/Rows';
import { ordersDateName } from '~/core';
import { Link } from '~/lib/router/Link';
import { now } from '~/lib/time/clock';
import { paths } from '~/paths';
import { dateOf, notedIds } from '../api';

/** The date and the way of the delivery. */
export function Facts({ order }: { order: Order }) {
  const store = order.assigned_location;
  return (
    <Rows>
      <Row name={dateName(order)}>
        <DateText date={dateOf(order)} length="with year" />
      </Row>
      <Row name="Delivery">
        {order.customer_pick_up ? <PickUp name={store?.name} place={store?.address_city} /> : 'By mail'}
      </Row>
      {notedIds([order]).length > 0 ? (
        <Row name="Notes">
          <Link to={paths.stylistNotes}>Read the notes of your boxes</Link>
        </Row>
      ) : null}
    </Rows>
  );
}

const PickUp = ({ name, place }: { name: string | undefined; place: string | undefined }) => (
  <>
    Pick-up{name ? ` at ${name}` : ' at a store'}
    {place ? <RowNote>{place}</RowNote> : null}
  </>
);

/** The name of the date that `orders.date` returns. */
const dateName = ({ delay, ...order }: Order) =>
  ordersDateName({ ...order, is_late: delay?.is_late ?? false, now: now() });
