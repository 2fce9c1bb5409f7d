import type { NextBoxBody } from '~/api/schema.gen';
import { DateText } from '~/components/calendar/DateText';

/** The day on which a box comes: an open one, or while the calendar does not reach so far the subscription's own. */
export const BoxDay = ({ box }: { box: NextBoxBody }) => (
  <DateText date={box.comes_on ?? box.date} length="with year" />
);
