import { pickupStores, useLocations } from '~/api/locations';
import { isPickupPlanned } from '~/api/plannedPickup';
import { useAnswers } from '~/api/quiz/answers';
import { dateRef, storeRef, textOf } from '~/api/quiz/pickupPlan';
import { AddressText, storeAddress } from '~/components/address/AddressText';
import { DateText } from '~/components/calendar/DateText';
import { ChangeLink } from '~/components/layout/ChangeLink';
import { Row, RowNote, Rows } from '~/components/layout/Rows';
import { recall } from '~/lib/memory';
import { dayToCome } from '~/lib/time/dayToCome';
import { paths } from '~/paths';
import styles from './PlannedPickup.module.css';

const change = (what: string) => (
  <ChangeLink
    to={recall('drtgSignup') === 'in store' ? paths.schedulePickupInStore : paths.schedulePickup}
    what={what}
  />
);

/** The pick-up that a visitor planned before registering, with a way to plan it anew; nothing if it was given up. */
export default function PlannedPickup() {
  const { responses } = useAnswers();
  const { data: locations } = useLocations();
  if (!isPickupPlanned()) return null;
  const chosen = textOf(responses[storeRef]);
  const store = locations && pickupStores(locations).find(({ label }) => label === chosen);
  const day = dayToCome(textOf(responses[dateRef]));
  return (
    <section className={styles.planned} aria-label="Your pick-up" aria-live="polite" aria-busy={!locations}>
      <Rows>
        <Row name="Pick-up at">
          {store ? (
            <>
              {store.name}
              <RowNote>
                <AddressText address={storeAddress(store)} />
              </RowNote>
            </>
          ) : (
            <span>{locations ? 'Not chosen yet' : '…'}</span>
          )}
          {change('the store')}
        </Row>
        <Row name="Pick-up on">
          {day === null ? <span>Not chosen yet</span> : <DateText date={day} />}
          {change('the day')}
        </Row>
      </Rows>
    </section>
  );
}
