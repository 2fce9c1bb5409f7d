import { type DateLength, dateWords } from '~/lib/time/dateWords';

/** A date (`2026-11-24`) in words, marked as a date for browsers and screen readers. */
export function DateText({ date, length = 'long' }: { date: string; length?: DateLength }) {
  return <time dateTime={date}>{dateWords(date, length)}</time>;
}
