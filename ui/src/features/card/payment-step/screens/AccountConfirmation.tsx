import { type ReactNode, Suspense } from 'react';
import { useKnownAccount } from '~/api/account/record';
import { currentOrder, type Order, useOrders } from '~/api/order/orders';
import { useThemeBoxes } from '~/api/order/themeBoxes';
import parcel from '~/assets/boxes/parcel.svg';
import { customerAddress, storeAddress } from '~/api/account/postalAddress';
import { AddressText } from '~/components/account/address/AddressText';
import { DateText } from '~/components/calendar/DateText';
import { latePart } from '~/components/feedback/latePart';
import { useLocation } from '~/lib/router/hooks';
import { Navigate } from '~/lib/router/Navigate';
import { dayToCome } from '~/lib/time/dayToCome';
import { Spinner } from '~/components/feedback/Spinner';
import { ButtonLink } from '~/components/form/ButtonLink';
import { PageTitle } from '~/components/layout/PageTitle';
import { Row, RowNote, Rows } from '~/components/layout/Rows';
import { SiteFooter } from '~/components/layout/SiteFooter';
import { Illustration } from '~/components/media/Illustration';
import { brand } from '~/core';
import { paths } from '~/paths';
import styles from './AccountConfirmation.module.css';

/** Loaded on demand, in the chunk of the dashboard, which opens next. */
const ChargeLine = latePart(async () => ({
  default: (await import('~/components/payment/charge/ChargeLine')).ChargeLine,
}));

/**
 * The navigation state: the path of the previous screen, and what the customer did there. The browser's history keeps it over
 * a reload.
 */
export interface Thanked {
  prevPath: string;
  done: 'order' | 'card';
}

/**
 * Thanks the customer for the first order or for a card. Only the payment form leads here; otherwise the screen redirects to
 * the dashboard.
 */
export default function AccountConfirmation() {
  const { state } = useLocation() as { state: Partial<Thanked> | null };
  if (state?.prevPath === undefined) return <Navigate to={paths.dashboard} replace />;
  return state.done === 'card' ? <Thanks words={<p>Your card is saved.</p>} /> : <OrderThanks />;
}

function OrderThanks() {
  const { data: orders } = useOrders();
  const order = orders ? currentOrder(orders) : null;
  const emailsComeBack = useKnownAccount()?.email_bounced === true;
  const words = (
    <>
      <p>Your box of outfits is on its way to being styled.</p>
      {emailsComeBack ? null : <p>Look for a confirmation email with what happens next, and when.</p>}
    </>
  );
  return <Thanks words={words}>{order ? <Ordered order={order} /> : null}</Thanks>;
}

function Thanks({ words, children }: { words: ReactNode; children?: ReactNode }) {
  return (
    <>
      <main id="main" className={styles.page}>
        <Illustration src={parcel} ratio="5 / 6" eager cover className={styles.picture} />
        <div className={styles.words}>
          <p className={styles.name}>{brand().product}</p>
          <PageTitle lead={words}>Thank you!</PageTitle>
          {children}
          <ButtonLink to={paths.dashboard} replace>
            Go to my dashboard
          </ButtonLink>
        </div>
      </main>
      <SiteFooter />
    </>
  );
}

/** The order, and when it comes. */
function Ordered({ order }: { order: Order }) {
  const { data: themeBoxes } = useThemeBoxes();
  const { customer_pick_up, ship_by_date, assigned_location: store, shipping_address: address, themebox } = order;
  const day = dayToCome(ship_by_date);
  const label = themeBoxes?.find(({ theme }) => theme === themebox)?.label ?? themebox;
  return (
    <Rows>
      <Row name="Order">{order.code}</Row>
      {themebox === null ? null : <Row name="Theme box">{label}</Row>}
      {customer_pick_up && store ? (
        <Row name="Pick-up at">
          {store.name}
          <RowNote>
            <AddressText address={storeAddress(store)} />
          </RowNote>
        </Row>
      ) : null}
      {day === null ? null : (
        <Row name={customer_pick_up ? 'Pick-up on' : 'Arrives on'}>
          <DateText date={day} />
        </Row>
      )}
      {address && !customer_pick_up ? (
        <Row name="Goes to">
          {address.name}
          <RowNote>
            <AddressText address={customerAddress(address)} />
          </RowNote>
        </Row>
      ) : null}
      <Row name="Next charge">
        <Suspense fallback={<Spinner label="Loading the next charge" />}>
          <ChargeLine order={order} expects="styling_fee" known={order.next_charge} />
        </Suspense>
      </Row>
    </Rows>
  );
}
