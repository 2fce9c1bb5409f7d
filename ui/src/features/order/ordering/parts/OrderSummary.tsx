import type { Store } from '~/api/delivery/locations';
import type { MaskedCardInfo, ShippingAddress } from '~/api/schema.gen';
import { useThemeBoxes } from '~/api/order/themeBoxes';
import parcel from '~/assets/boxes/parcel.svg';
import { customerAddress } from '~/api/account/postalAddress';
import { AddressText } from '~/components/account/address/AddressText';
import { StoreText } from '~/components/delivery/stores/StoreText';
import { DateText } from '~/components/calendar/DateText';
import { dayToCome } from '~/lib/time/dayToCome';
import { Price } from '~/components/values/Price';
import { TextButton } from '~/components/form/TextButton';
import { Row, RowNote, Rows } from '~/components/layout/Rows';
import { Illustration } from '~/components/media/Illustration';
import { cardName, type Flow, messagesText, subscriptionLabel, type Type } from '~/core';
import { StoreMapLink } from '~/components/delivery/stores/StoreMapLink';
import spread from '~/components/layout/FormSpread.module.css';
import styles from './OrderForm.module.css';

interface OrderSummaryProps {
  flow: Flow;
  date: string | null;
  /** How often boxes come; null if the summary does not show it. */
  frequency: Type | null;
  /** Whether the form asks for the frequency. */
  asksFrequency: boolean;
  store: Store | null;
  theme: string | null;
  address: ShippingAddress | null;
  /** Null if there is no card, undefined if it could not be loaded. */
  card: MaskedCardInfo | null | undefined;
  fee: string;
  /** Moves the focus to the form's part that changes a line. */
  onChange: (part: string) => void;
}

/** What is ordered, what it costs and what happens next. It is beside the form, or on a phone above the form's button. */
export function OrderSummary({
  flow,
  date,
  frequency,
  asksFrequency,
  store,
  theme,
  address,
  card,
  fee,
  onChange,
}: OrderSummaryProps) {
  const picksUp = flow === 'pickup';
  const { data: boxes } = useThemeBoxes();
  const change = (part: string, what: string) => (
    <span data-change>
      <TextButton onClick={() => onChange(part)}>
        Change<span className="unseen"> {what}</span>
      </TextButton>
    </span>
  );
  const themeBox = boxes?.find((box) => box.theme === theme);
  return (
    <aside className={spread.aside} aria-labelledby="your-order">
      <div className={spread.sticky}>
        <Illustration
          src={themeBox?.attachment.href ?? parcel}
          ratio={themeBox ? '3 / 2' : '4 / 3'}
          cover={themeBox === undefined}
          className={styles.picture}
        />
        <h2 id="your-order" className={spread.title}>
          Your order
        </h2>
        <Rows>
          <Row name={picksUp ? 'Pick-up on' : 'Arrives on'}>
            <Arrival date={date} />
            {change('ship_by_date', 'the day')}
          </Row>
          {picksUp ? (
            <Row name="Pick-up at">
              {store ? <Place store={store} /> : nothing}
              {change('store', 'the store')}
            </Row>
          ) : (
            <Row name="Goes to">
              {address ? (
                <>
                  {address.name}
                  <RowNote>
                    <AddressText address={customerAddress(address)} />
                  </RowNote>
                </>
              ) : (
                nothing
              )}
              {change('shipping_address', 'the address')}
            </Row>
          )}
          {themeBox ? (
            <Row name="Theme">
              {themeBox.label}
              {change('themebox', 'the theme')}
            </Row>
          ) : null}
          {frequency === null ? null : (
            <Row name="How often">
              {subscriptionLabel({ subscription_type: frequency })}
              {asksFrequency ? change('frequency', 'how often') : null}
            </Row>
          )}
          <Row name="Card">
            {card ? cardName(card) : card === null ? 'None yet' : '–'}
            {change('card', 'the card')}
          </Row>
          <Row name="Styling fee">
            <Price amount={fee} />
            <RowNote>{messagesText('styling_fee_charged')}</RowNote>
          </Row>
        </Rows>
        <section aria-labelledby="what-next">
          <h3 id="what-next" className={styles.next}>
            What happens next
          </h3>
          <ol className={styles.steps}>
            <li>We put your box together. {messagesText('can_still_cancel')}</li>
            <li>{messagesText(picksUp ? 'pickup_try_on' : 'delivery_terms')}</li>
            <li>You keep what you love and pay for that. The rest goes back.</li>
          </ol>
        </section>
      </div>
    </aside>
  );
}

const nothing = 'Not chosen yet';

function Arrival({ date }: { date: string | null }) {
  if (date === null) return nothing;
  return dayToCome(date) === null ? messagesText('past') : <DateText date={date} />;
}

function Place({ store }: { store: Store }) {
  return (
    <>
      <StoreText store={store} />
      <StoreMapLink store={store} />
    </>
  );
}
