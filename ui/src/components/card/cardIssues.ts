import { errorsOf, issuesOf } from '~/api/errors';
import type { Refused } from '~/components/form/coreForm';
import { cardFieldRefused } from '~/core';
import { CardNotMade } from './cardEntry';

/** What a refusal says of the card's own fields, by core. The same card may be sent again: its bank may take it later. */
export const cardIssues = (error: unknown): Refused[] =>
  errorsOf(error).flatMap((issue) => {
    const field = cardFieldRefused(issue.code);
    return field === null ? [] : [{ field, again: true, ...issue }];
  });

/** What is wrong with the form's fields, by the server or the gateway. */
export function fieldIssues(error: unknown): Refused[] {
  if (error instanceof CardNotMade) return error.issues;
  return [...issuesOf(error), ...cardIssues(error)];
}
