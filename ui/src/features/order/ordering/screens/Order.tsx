import { useLocation, useParams } from '~/lib/router/hooks';
import { OrderPage } from '../parts/OrderPage';

/** Orders a box, or changes an order. The box is shipped, or picked up at a store. */
export default function Order() {
  const { pathname } = useLocation();
  const { step } = useParams();
  // Each form has its own state.
  return (
    <OrderPage key={pathname} flow={pathname.endsWith('/pickup') ? 'pickup' : 'delivery'} orderId={step ?? null} />
  );
}
