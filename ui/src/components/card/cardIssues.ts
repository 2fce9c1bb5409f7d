import { errorsOf, issuesOf } from '~/api/errors';
import type { Refused } from '~/components/form/coreForm';
import { cardFieldRefused } from '~/core';
import { CardNotMade } from './enteredCard';

/**
 * The issues of the card's own fields in a refusal, by core. The same card may be sent again, because its bank may accept it
 * later.
 */
export const cardIssues = (error: unknown): Refused[] =>
  errorsOf(error).flatMap((issue) => {
    const field = cardFieldRefused(issue.code);
    return field === null ? [] : [{ field, again: true, ...issue }];
  });

/** The issues of the form's fields, from the server or the gateway. */
export function fieldIssues(error: unknown): Refused[] {
  if (error instanceof CardNotMade) return error.issues;
  return [...issuesOf(error), ...cardIssues(error)];
}
