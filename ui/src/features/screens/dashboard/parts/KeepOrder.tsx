import { whyFailed } from '~/api/errors';
import type { Order } from '~/api/order/orders';
import { showSuccess } from '~/components/feedback/Toaster';
import { Button } from '~/components/form/Button';
import { messagesText } from '~/core';
import { useKeepLateOrder } from '../api';
import { useFocusAfterPress } from '~/lib/useFocusAfterPress';

/** A button that keeps a late order. */
export function KeepOrder({ order }: { order: Order }) {
  const keep = useKeepLateOrder(order.id);
  return (
    <Button
      ref={useFocusAfterPress()}
      busy={keep.isPending}
      failure={whyFailed(keep.error)}
      onClick={() => keep.mutate(undefined, { onSuccess: () => showSuccess(messagesText('order_kept')) })}
    >
      {messagesText('keep_order')}
    </Button>
  );
}
