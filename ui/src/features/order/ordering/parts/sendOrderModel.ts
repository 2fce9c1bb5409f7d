import { ApiError, isUnreached, issuesOf, whyFailed } from '~/api/errors';
import { messagesText } from '~/core';
import { ChangedTwice } from './saveOrder';
import { partOf } from './words';

/** What the form shows of an order that was not saved. */
export interface OrderRefusal {
  /** Why the server refused a part, by the part's name. */
  refused: Readonly<Record<string, string>>;
  /** Why the whole order failed, if no part is at fault. */
  why: { unreached?: boolean; failure?: readonly string[] };
}

export function orderRefusal(error: unknown): OrderRefusal {
  if (error instanceof ChangedTwice) {
    const elsewhere = messagesText('changed_elsewhere');
    return { refused: Object.fromEntries(error.fields.map((field) => [partOf(field), elsewhere])), why: {} };
  }
  if (!(error instanceof ApiError)) return { refused: {}, why: { failure: [messagesText('unexpected')] } };
  if (isUnreached(error)) return { refused: {}, why: { unreached: true } };
  const issues = issuesOf(error);
  // If a part has several issues, the first one is shown.
  const refused = Object.fromEntries(issues.map(({ field, message }) => [partOf(field), message]).toReversed());
  return { refused, why: issues.length > 0 ? {} : { failure: whyFailed(error) } };
}
