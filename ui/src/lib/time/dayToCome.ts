import { ordersDayToCome } from '~/core';
import { now } from './clock';

/** The day on which something is expected; null if it is past, because then it is not shown. */
export const dayToCome = (date: string | null): string | null => ordersDayToCome({ date, now: now() });
