import { useState } from 'react';
import { whyFailed } from '~/api/errors';
import { useCancelOrder } from '~/api/order/orderChange';
import type { Order } from '~/api/order/orders';
import { ConfirmDialog } from '~/components/feedback/ConfirmDialog';
import { showSuccess } from '~/components/feedback/Toaster';
import { Button } from '~/components/form/Button';
import { messagesText } from '~/core';
import { useFocusAfterPress } from '~/lib/useFocusAfterPress';

interface CancelOrderProps {
  order: Order;
  onCanceled?: () => void;
}

/** A button that cancels the order, after a confirmation. */
export function CancelOrder({ order, onCanceled }: CancelOrderProps) {
  const [asking, setAsking] = useState(false);
  const cancel = useCancelOrder(order.id);
  const button = useFocusAfterPress();
  const go = async () => {
    try {
      await cancel.mutateAsync();
      showSuccess(messagesText('order_cancelled'));
      onCanceled?.();
    } catch {
      // A toast says why, and the button keeps saying so afterwards.
    }
    setAsking(false);
  };
  return (
    <>
      <Button ref={button} variant="quiet" failure={whyFailed(cancel.error)} onClick={() => setAsking(true)}>
        {messagesText('cancel')}
      </Button>
      <ConfirmDialog
        isOpen={asking}
        title={messagesText('cancel_order')}
        confirm="Yes, cancel it"
        dismiss="No, keep my order"
        busy={cancel.isPending}
        onConfirm={() => void go()}
        onClose={() => setAsking(false)}
      />
    </>
  );
}
