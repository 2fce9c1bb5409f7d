import { Dialog } from '~/components/feedback/Dialog';
import { Button } from '~/components/form/Button';
import { policy } from '~/core';

/** The dialog with the coupon. */
export default function OfferDialog({ onClose }: { onClose: () => void }) {
  const { welcome_coupon_dollars: dollars, welcome_coupon_code: code } = policy();
  return (
    <Dialog isOpen onClose={onClose} title={`$${dollars} off your first box`}>
      <p>
        A few more answers and your stylist can start. The code {code} is on your first order already: ${dollars} come
        off what you keep.
      </p>
      <div>
        <Button onClick={onClose}>Go on with my quiz</Button>
      </div>
    </Dialog>
  );
}
