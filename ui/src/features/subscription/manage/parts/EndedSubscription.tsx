import type { NextChargeBody } from '~/api/schema.gen';
import { MemberPage } from '~/components/layout/MemberPage';
import styles from './EndedSubscription.module.css';
import { NextCharge } from './NextCharge';

/** The subscription of an account that is being closed. It has ended, and the only charge left is for a box under way. */
export const EndedSubscription = ({ charge }: { charge: NextChargeBody }) => (
  <MemberPage title="Your subscription" lead="It has ended. You can choose one again if you keep your account.">
    <section aria-labelledby="next-charge" className={styles.part}>
      <h2 id="next-charge">Your next charge</h2>
      <NextCharge charge={charge} />
    </section>
  </MemberPage>
);
