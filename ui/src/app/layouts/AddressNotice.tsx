import type { ShippingAddress } from '~/api/schema.gen';
import { customerAddress } from '~/api/account/postalAddress';
import { addressLine } from '~/components/account/address/AddressText';
import { Banner } from '~/components/feedback/Banner';
import { messagesText } from '~/core';
import { useLocation } from '~/lib/router/hooks';
import { Link } from '~/lib/router/Link';
import { paths } from '~/paths';
import styles from './notice.module.css';

/** Says that nothing can be delivered to a saved address. The link opens the form that changes it. */
export default function AddressNotice({ address }: { address: ShippingAddress }) {
  const { pathname } = useLocation();
  return (
    <section className={styles.notice} aria-label="Your address">
      <Banner>
        <div className={styles.words}>
          <p>
            {messagesText('address_undeliverable')}{' '}
            <strong className={styles.address}>{addressLine(customerAddress(address))}</strong>
          </p>
          <p>{messagesText('address_undeliverable_but_right')}</p>
          {pathname === paths.accountManagement ? null : (
            <p className={styles.links}>
              <Link to={paths.accountManagement}>Check my address</Link>
            </p>
          )}
        </div>
      </Banner>
    </section>
  );
}
