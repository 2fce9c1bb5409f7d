import { errorsOf, issuesOf } from '~/api/errors';
import type { Issue } from '~/core';
import { CardNotMade } from './cardEntry';

/** The issue of a number that the gateway does not know. */
const numberInvalid = 'credit_card_number_invalid';

/** What is wrong with the form's fields, by the server or the gateway. */
export function fieldIssues(error: unknown): Issue[] {
  if (error instanceof CardNotMade) return error.issues;
  const number = errorsOf(error).filter(({ code }) => code === numberInvalid);
  return [...issuesOf(error), ...number.map((issue) => ({ field: 'card_info.credit_card_number', ...issue }))];
}
