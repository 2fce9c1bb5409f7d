import parcel from '~/assets/boxes/parcel.svg';
import { ButtonLink } from '~/components/form/ButtonLink';
import { PageTitle } from '~/components/layout/PageTitle';
import { Illustration } from '~/components/media/Illustration';
import { WhileSigningUp } from '~/components/screens/onward/WhileSigningUp';
import { FeeTerms } from '~/components/payment/FeeTerms';
import { paths } from '~/paths';
import { useFirstBox } from '../parts/firstBox';
import { wordsOf } from '../parts/words';
import styles from './ShippingIntro.module.css';

/** The prices, before address and card are asked for. */
export default function ShippingIntro() {
  const { heading, lead, button } = wordsOf[useFirstBox().flow];
  return (
    <WhileSigningUp>
      <div className={styles.spread}>
        <Illustration src={parcel} ratio="5 / 6" eager cover className={styles.picture} />
        <div className={styles.words}>
          <PageTitle eyebrow="Your first box" lead={lead}>
            {heading}
          </PageTitle>
          <FeeTerms />
          <ButtonLink to={paths.billing}>{button}</ButtonLink>
        </div>
      </div>
    </WhileSigningUp>
  );
}
