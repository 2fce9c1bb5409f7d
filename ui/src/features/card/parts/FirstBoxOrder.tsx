import type { Account } from '~/api/schema.gen';
import { DateText } from '~/components/calendar/DateText';
import { dayToCome } from '~/lib/time/dayToCome';
import { Row, RowNote, Rows } from '~/components/layout/Rows';
import { Price } from '~/components/money/Price';
import { messagesText, stylingFeeAmount } from '~/core';
import { now } from '~/lib/time/clock';
import styles from './ChangeCard.module.css';
import type { FirstBox } from './firstBox';

/** What saving the first card orders, what that costs and when, and how to stop it; or that the box can be ordered afterwards. */
export function FirstBoxOrder({ account, firstBox }: { account: Account; firstBox: FirstBox | null }) {
  if (!firstBox?.isOrdered) return <p className={styles.text}>{messagesText('first_box_after_card')}</p>;
  const { flow, subscription_type } = firstBox;
  const day = dayToCome(firstBox.day);
  const { first_timer, styling_fee_override_code } = account;
  return (
    <section className={styles.order} aria-label="Your first box">
      <p>{messagesText('first_box_with_card')}</p>
      <Rows>
        {day === null ? null : (
          <Row name={flow === 'pickup' ? 'Pick-up on' : 'Arrives on'}>
            <DateText date={day} />
          </Row>
        )}
        <Row name="Styling fee">
          <Price amount={stylingFeeAmount({ first_timer, styling_fee_override_code, subscription_type, now: now() })} />
          <RowNote>{messagesText('styling_fee_charged')}</RowNote>
        </Row>
      </Rows>
    </section>
  );
}
