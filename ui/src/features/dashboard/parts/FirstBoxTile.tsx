import type { Account } from '~/api/account';
import parcel from '~/assets/boxes/hanger.svg';
import { ButtonLink } from '~/components/form/ButtonLink';
import { paths } from '~/paths';
import styles from './FirstBoxTile.module.css';
import { Tile } from './Tile';

/** The tile of a customer without a first box: which steps are done, and a link to the next one. */
export function FirstBoxTile({ account }: { account: Account }) {
  const steps = [
    { name: 'Your style profile', done: account.style_profile_complete, path: paths.quiz(1) },
    { name: 'How and when your boxes come', done: account.subscription_type_selected, path: paths.delivery },
    { name: 'Shipping and payment', done: account.billing_info_complete, path: paths.shippingIntro },
  ];
  const next = steps.find(({ done }) => !done)?.path ?? paths.delivery;
  return (
    <Tile picture={parcel} eyebrow="Your first box" title="Let us get to know you">
      <p>A few questions, and a stylist begins to choose for you. Your answers are kept as you give them.</p>
      <ol className={styles.steps}>
        {steps.map(({ name, done }) => (
          <li key={name} className={styles.step} data-done={done}>
            {name}
            <span className={styles.state}>{done ? 'Done' : 'Open'}</span>
          </li>
        ))}
      </ol>
      <ButtonLink to={next}>Continue</ButtonLink>
    </Tile>
  );
}
