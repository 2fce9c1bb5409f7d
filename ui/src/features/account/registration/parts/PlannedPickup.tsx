import { pickupStoreCalled, useLocations } from '~/api/delivery/locations';
import { isPickupPlanned, isPlannedInStore } from '~/api/delivery/plannedPickup';
import { useAnswers } from '~/api/style/answers';
import { dateRef, storeRef, textOf } from '~/api/style/pickupPlan';
import { StoreText } from '~/components/delivery/stores/StoreText';
import { DateText } from '~/components/calendar/DateText';
import { ChangeLink } from '~/components/layout/ChangeLink';
import { Row, Rows } from '~/components/layout/Rows';
import { dayToCome } from '~/lib/time/dayToCome';
import { paths } from '~/paths';
import styles from './PlannedPickup.module.css';

const change = (what: string) => (
  <ChangeLink to={isPlannedInStore() ? paths.schedulePickupInStore : paths.schedulePickup} what={what} />
);

/**
 * The text for a missing choice. A choice may have become invalid, because the store is no longer offered or the day has
 * passed.
 */
const open = (chosen: string | null) => (chosen === null ? 'Not chosen yet' : 'Please choose again');

/** The pick-up that a visitor planned before registering, with links to change it; shows nothing if it was given up. */
export default function PlannedPickup() {
  const { responses } = useAnswers();
  const { data: locations } = useLocations();
  if (!isPickupPlanned()) return null;
  const chosen = textOf(responses[storeRef()]);
  const store = locations && pickupStoreCalled(chosen, locations);
  const chosenDay = textOf(responses[dateRef()]);
  const day = dayToCome(chosenDay);
  return (
    <section className={styles.planned} aria-label="Your pick-up" aria-live="polite" aria-busy={!locations}>
      <Rows>
        <Row name="Pick-up at">
          {store ? <StoreText store={store} /> : <span>{locations ? open(chosen) : '…'}</span>}
          {change('the store')}
        </Row>
        <Row name="Pick-up on">
          {day === null ? <span>{open(chosenDay)}</span> : <DateText date={day} />}
          {change('the day')}
        </Row>
      </Rows>
    </section>
  );
}
