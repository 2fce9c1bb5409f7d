import { useState } from 'react';
import type { Order } from '~/api/orders';
import { ConfirmDialog } from '~/components/feedback/ConfirmDialog';
import { showSuccess } from '~/components/feedback/Toaster';
import { Button } from '~/components/form/Button';
import { messagesText } from '~/core';
import { useCancelOrder } from '../api';

/** A button that cancels the order, after a confirmation. */
export function CancelOrder({ order }: { order: Order }) {
  const [asking, setAsking] = useState(false);
  const cancel = useCancelOrder(order.id);
  const go = () =>
    cancel.mutate(undefined, {
      onSuccess: () => showSuccess(messagesText('order_cancelled')),
      onSettled: () => setAsking(false),
    });
  return (
    <>
      <Button variant="quiet" onClick={() => setAsking(true)}>
        {messagesText('cancel')}
      </Button>
      <ConfirmDialog
        isOpen={asking}
        title={messagesText('cancel_order')}
        confirm="Yes, cancel it"
        dismiss="No, keep my order"
        busy={cancel.isPending}
        onConfirm={go}
        onClose={() => setAsking(false)}
      />
    </>
  );
}
