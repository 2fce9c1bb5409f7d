import { Suspense } from 'react';
import { useAccount } from '~/api/account/record';
import type { Order } from '~/api/order/orders';
import open from '~/assets/boxes/open.svg';
import { optionalPart } from '~/components/feedback/latePart';
import { ButtonLink } from '~/components/form/ButtonLink';
import { PageTitle } from '~/components/layout/PageTitle';
import { Illustration } from '~/components/media/Illustration';
import { ChargeLine } from '~/components/payment/charge/ChargeLine';
import { paths } from '~/paths';
import { CheckoutGate } from '../parts/CheckoutGate';
import { OutfitSpread } from '../parts/OutfitSpread';
import styles from './StylistNote.module.css';

/** Loaded on demand: suggestions are at the bottom, and not every box has them. */
const Suggestions = optionalPart(async () => ({ default: (await import('../parts/Suggestions')).Suggestions }));

/** The letter in the box, and its outfits. */
export default function StylistNote() {
  return <CheckoutGate title="Your box">{(order) => <Reveal order={order} />}</CheckoutGate>;
}

function Reveal({ order }: { order: Order }) {
  const { data: account } = useAccount();
  return (
    <div className={styles.page}>
      <div className={styles.opening}>
        <div className={styles.title}>
          <PageTitle eyebrow={`Box ${order.code}`}>
            Here is what we chose for you{account ? `, ${account.first_name}` : ''}
          </PageTitle>
          <Illustration src={open} ratio="4 / 3" cover eager />
        </div>
        {order.stylist_note ? (
          <figure className={styles.note}>
            <blockquote>{order.stylist_note}</blockquote>
          </figure>
        ) : null}
      </div>
      {order.outfits.map((outfit, index) => (
        <OutfitSpread key={outfit.id} outfit={outfit} number={index + 1} />
      ))}
      <div className={styles.on}>
        <div className={styles.onWords}>
          <p className={styles.invitation}>Try it all on, then tell us what you are keeping.</p>
          <ChargeLine order={order} />
        </div>
        <ButtonLink to={paths.review}>Continue to Checkout</ButtonLink>
      </div>
      {order.suggested_items.length > 0 ? (
        <Suspense fallback={null}>
          <Suggestions items={order.suggested_items} />
        </Suspense>
      ) : null}
    </div>
  );
}
