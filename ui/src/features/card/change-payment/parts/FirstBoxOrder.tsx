import { feeInput } from '~/api/payment/stylingFee';
import type { Account } from '~/api/schema.gen';
import { StoreText } from '~/components/delivery/stores/StoreText';
import { DateText } from '~/components/calendar/DateText';
import { dayToCome } from '~/lib/time/dayToCome';
import { ChangeLink } from '~/components/layout/ChangeLink';
import { Row, RowNote, Rows } from '~/components/layout/Rows';
import { Price } from '~/components/values/Price';
import { messagesText, stylingFeeAmount } from '~/core';
import { paths } from '~/paths';
import styles from './ChangeCard.module.css';
import type { FirstCardBox } from './firstCardBox';

interface FirstBoxOrderProps {
  account: Account;
  firstBox: FirstCardBox | null;
  /** The path that the customer came from. */
  back: string;
}

/**
 * Says what saving the first card orders, what that costs and when, and how to change it. If it orders nothing, says that the
 * box can be ordered afterwards.
 */
export function FirstBoxOrder({ account, firstBox, back }: FirstBoxOrderProps) {
  if (!firstBox?.isOrdered) return <p className={styles.text}>{messagesText('first_box_after_card')}</p>;
  const { flow, store } = firstBox;
  const day = dayToCome(firstBox.day);
  const here = `${paths.changePayment}?redirectTo=${encodeURIComponent(back)}`;
  const change = (what: string) => <ChangeLink to={paths.delivery} what={what} back={here} />;
  return (
    <section className={styles.order} aria-label="Your first box">
      <p>{messagesText('first_box_with_card')}</p>
      <Rows>
        {store === null ? null : (
          <Row name="Pick-up at">
            <StoreText store={store} />
            {change('the store')}
          </Row>
        )}
        {day === null ? null : (
          <Row name={flow === 'pickup' ? 'Pick-up on' : 'Arrives on'}>
            <DateText date={day} />
            {change('the day')}
          </Row>
        )}
        <Row name="Styling fee">
          <Price amount={stylingFeeAmount(feeInput(account, firstBox.subscription_type))} />
          <RowNote>{messagesText('styling_fee_charged')}</RowNote>
        </Row>
      </Rows>
    </section>
  );
}
