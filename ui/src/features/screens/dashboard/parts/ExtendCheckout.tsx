import { useState } from 'react';
import type { Order } from '~/api/order/orders';
import { Deadline } from '~/components/calendar/Deadline';
import { ConfirmDialog } from '~/components/feedback/ConfirmDialog';
import { showError, showSuccess } from '~/components/feedback/Toaster';
import { Button } from '~/components/form/Button';
import { checkoutExtension, messagesText } from '~/core';
import { useExtendCheckout } from '../api';
import { useFocusAfterPress } from '~/lib/useFocusAfterPress';

/** A button that extends the checkout once, after a confirmation that shows the new date. */
export function ExtendCheckout({ order, now }: { order: Order; now: string }) {
  const [asking, setAsking] = useState(false);
  const extend = useExtendCheckout(order.id);
  const { new_date } = checkoutExtension({
    checkout_by_date: order.checkout_by_date,
    extended: order.extended,
    now,
  });
  const button = useFocusAfterPress();
  const go = () =>
    extend.mutate(undefined, {
      onSuccess: () => showSuccess(messagesText('checkout_extended')),
      onError: () => showError(messagesText('extension_failed')),
      onSettled: () => setAsking(false),
    });
  return (
    <>
      <Button
        ref={button}
        variant="secondary"
        failure={extend.isError ? [messagesText('extension_failed')] : []}
        onClick={() => setAsking(true)}
      >
        {messagesText('extend')}
      </Button>
      <ConfirmDialog
        isOpen={asking}
        title="Extend your checkout?"
        confirm={messagesText('extend')}
        dismiss="Leave it as is"
        busy={extend.isPending}
        onConfirm={go}
        onClose={() => setAsking(false)}
      >
        <p>
          Your new checkout date will be <Deadline date={new_date} />. {messagesText('extend_once')}
        </p>
      </ConfirmDialog>
    </>
  );
}
