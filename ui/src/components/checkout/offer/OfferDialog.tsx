import { type QueryClient, useQuery } from '@tanstack/react-query';
import { accountQuery } from '~/api/account/record';
import { mayBeSignedIn } from '~/api/account/sessions';
import { defaultDiscountQuery } from '~/api/account/signupDiscount';
import { Dialog } from '~/components/feedback/Dialog';
import { Button } from '~/components/form/Button';
import { messagesText, terms } from '~/core';

/**
 * Loads the dialog's data. Returns whether to show it: to a customer only before their first box, and only if a discount applies;
 * to a visitor always.
 * Rejects if the data cannot be loaded.
 */
export async function prepareOffer(client: QueryClient): Promise<boolean> {
  // A visitor has had no box, and has no discount yet.
  if (!mayBeSignedIn()) return true;
  // After a reload, the first step has not loaded the customer's record.
  const { first_timer } = await client.fetchQuery({ ...accountQuery, meta: { quiet: true } });
  return first_timer && (await client.fetchQuery(defaultDiscountQuery)).counts !== null;
}

/** The dialog with the coupon. */
export default function OfferDialog({ onClose }: { onClose: () => void }) {
  const code = terms().welcome_coupon_code;
  const amount = messagesText('welcome_amount');
  // Read from the cache only: `prepareOffer` has loaded it.
  const counts = useQuery({ ...defaultDiscountQuery, enabled: false }).data?.counts;
  return (
    <Dialog isOpen onClose={onClose} title={`${amount} off your first box`}>
      <p>
        A few more steps and we can style your first box.{' '}
        {counts?.code === code
          ? `The code ${code} is on your first order already. It takes ${amount} off what you keep.`
          : `The code ${code} takes ${amount} off what you keep: type it where you enter your card.`}{' '}
        {counts && counts.code !== code
          ? `Without it your first box is ${counts.description}, by ${counts.code}. You can use one of the two.`
          : ''}
      </p>
      <div>
        <Button onClick={onClose}>Go on</Button>
      </div>
    </Dialog>
  );
}
