import { Banner } from '~/components/feedback/Banner';
import { Price } from '~/components/values/Price';
import { Link } from '~/lib/router/Link';
import { paths } from '~/paths';

/** Says that a fee that could not be charged will be charged to the new card, and how the customer can prevent that. */
export const FeeAtOnce = ({ amount }: { amount: string }) => (
  <Banner>
    <p>
      The styling fee of <Price amount={amount} /> of your box is not paid yet. It is charged to this card as soon as
      you save it.
    </p>
    <p>
      If you do not want the box, <Link to={paths.dashboard}>cancel it on your dashboard</Link> instead.
    </p>
  </Banner>
);

/**
 * Says that the kept items of a box will soon be charged to the new card, because the payment is due, and how the customer
 * can pay less.
 */
export const PurchaseSoon = ({ amount, undecided }: { amount: string | null; undecided: number }) => (
  <Banner>
    <p>
      What you keep from your box is not paid yet. {amount === null ? 'It' : <Price amount={amount} />} is charged to
      this card soon after you save it.{undecided > 0 ? ' What you have not decided counts as kept.' : null}
    </p>
    <p>
      To pay for less, <Link to={paths.stylistNote}>check out</Link> first, and say what goes back.
    </p>
  </Banner>
);
