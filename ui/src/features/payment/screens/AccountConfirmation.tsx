import { currentOrder, useOrders } from '~/api/orders';
import parcel from '~/assets/boxes/parcel.svg';
import { ButtonLink } from '~/components/form/ButtonLink';
import { PageTitle } from '~/components/layout/PageTitle';
import { Illustration } from '~/components/media/Illustration';
import { brand } from '~/core';
import { paths } from '~/paths';
import styles from './AccountConfirmation.module.css';

/** The end of the sign-up, with a link to the dashboard only. */
export default function AccountConfirmation() {
  const { data: orders } = useOrders();
  const ordered = !orders || currentOrder(orders) !== null;
  return (
    <main id="main" className={styles.page}>
      <Illustration src={parcel} ratio="5 / 6" eager cover className={styles.picture} />
      <div className={styles.words}>
        <p className={styles.name}>{brand().product}</p>
        <PageTitle
          lead={
            ordered ? (
              <>
                <p>Your box of outfits is on its way to being styled.</p>
                <p>Look for a confirmation email: it says what happens next, and when.</p>
              </>
            ) : (
              <p>Your card is saved. Your first box is not ordered yet: your dashboard says what is still open.</p>
            )
          }
        >
          Thank you!
        </PageTitle>
        <ButtonLink to={paths.dashboard} replace>
          Go to my dashboard
        </ButtonLink>
      </div>
    </main>
  );
}
