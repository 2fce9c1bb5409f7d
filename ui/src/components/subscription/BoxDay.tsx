import type { NextBoxBody } from '~/api/schema.gen';
import { DateText } from '~/components/calendar/DateText';

/** The day on which a box comes: an open day, or the subscription's own day if the calendar does not reach that far yet. */
export const BoxDay = ({ box }: { box: NextBoxBody }) => (
  <DateText date={box.comes_on ?? box.date} length="with year" />
);
