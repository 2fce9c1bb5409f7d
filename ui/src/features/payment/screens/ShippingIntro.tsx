import parcel from '~/assets/boxes/parcel.svg';
import { ButtonLink } from '~/components/form/ButtonLink';
import { PageTitle } from '~/components/layout/PageTitle';
import { Illustration } from '~/components/media/Illustration';
import { WhileSigningUp } from '~/components/onward/WhileSigningUp';
import { FeeTerms } from '~/components/money/FeeTerms';
import { paths } from '~/paths';
import styles from './ShippingIntro.module.css';

/** The prices, before the shipping address is asked for. */
export default function ShippingIntro() {
  return (
    <WhileSigningUp>
      <div className={styles.spread}>
        <Illustration src={parcel} ratio="5 / 6" eager cover className={styles.picture} />
        <div className={styles.words}>
          <PageTitle
            eyebrow="Your first box"
            lead="Tell us where it goes and how you pay. Here is everything it comes to:"
          >
            Almost at your door
          </PageTitle>
          <FeeTerms />
          <ButtonLink to={paths.billing}>Enter Shipping Details</ButtonLink>
        </div>
      </div>
    </WhileSigningUp>
  );
}
