import type { ThisBox } from '~/api/order/orderThisBox';
import { customerAddress } from '~/api/account/postalAddress';
import { addressLine } from '~/components/account/address/AddressText';
import { DateText } from '~/components/calendar/DateText';
import { Price } from '~/components/values/Price';
import { cardName, messagesText } from '~/core';
import styles from './ThemeBoxes.module.css';

/** Says what pressing the button orders. */
export const BeforeOrder = ({ box: { day, address, card, fee } }: { box: ThisBox }) => (
  <p className={styles.before}>
    Arrives on <DateText date={day} />: {addressLine(customerAddress(address))}. Styling fee <Price amount={fee} />
    {card ? `, ${cardName(card)}` : null}. {messagesText('styling_fee_charged')} {messagesText('can_still_cancel')}
  </p>
);
