import { policy } from '~/core';
import { momentWords } from '~/lib/time/momentWords';

/** The business day of a moment. */
export const Day = ({ at }: { at: string }) => (
  <time dateTime={at}>{momentWords(at, 'with year', policy().business_zone).day}</time>
);
