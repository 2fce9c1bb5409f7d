import { deadlineMoment, policy } from '~/core';
import type { DateLength } from './dateWords';
import { momentWords } from './momentWords';

/** A moment in the retailer's zone, and by the customer's own clock if that shows another time. */
export function deadlineParts(date: string, at: string | null, length: DateLength) {
  const moment = at ?? deadlineMoment(date);
  const { day, time } = momentWords(moment, length, policy().business_zone);
  const own = momentWords(moment, length);
  const ownDay = own.day === day ? '' : `${own.day}, `;
  const isSame = ownDay === '' && own.time === time;
  return { moment, words: `${day}, ${time} CT`, own: isSame ? '' : ` (${ownDay}${own.time} your time)` };
}

/** `deadlineParts` as one text. */
export function deadlineWords(date: string, at: string | null, length: DateLength): string {
  const { words, own } = deadlineParts(date, at, length);
  return words + own;
}
