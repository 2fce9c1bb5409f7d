import type { DateLength } from '~/lib/time/dateWords';
import { deadlineParts } from '~/lib/time/deadlineWords';

interface DeadlineProps {
  /** The last business day. */
  date: string;
  /** The moment, if it is not the end of that day. */
  at?: string | null;
  length?: DateLength;
}

/** A deadline: its day and time in the retailer's zone, and by the customer's own clock if that shows another time. */
export function Deadline({ date, at = null, length = 'long' }: DeadlineProps) {
  const { moment, words, own } = deadlineParts(date, at, length);
  return (
    <>
      <time dateTime={moment}>{words}</time>
      {own}
    </>
  );
}
