import { useQuery } from '@tanstack/react-query';
import { defaultDiscountQuery } from '~/api/signupDiscount';
import { Dialog } from '~/components/feedback/Dialog';
import { Button } from '~/components/form/Button';
import { policy } from '~/core';

/** The dialog with the coupon. */
export default function OfferDialog({ onClose }: { onClose: () => void }) {
  const { welcome_coupon_dollars: dollars, welcome_coupon_code: code } = policy();
  // Read from the cache only; it was loaded before the dialog opened.
  const { data: counts } = useQuery({ ...defaultDiscountQuery, enabled: false });
  return (
    <Dialog isOpen onClose={onClose} title={`$${dollars} off your first box`}>
      <p>
        A few more answers and your stylist can start.{' '}
        {counts?.code === code
          ? `The code ${code} is on your first order already: $${dollars} come off what you keep.`
          : `With the code ${code}, $${dollars} come off what you keep: type it where you enter your card.`}{' '}
        {counts && counts.code !== code
          ? `Without it your first box is ${counts.description}, by ${counts.code}. Only one of the two counts.`
          : ''}
      </p>
      <div>
        <Button onClick={onClose}>Go on with my quiz</Button>
      </div>
    </Dialog>
  );
}
