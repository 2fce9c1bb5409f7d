import { get } from 'react-hook-form';
import { ApiError, isUnreached, whyFailed } from '~/api/errors';
import { type Issue, messagesText } from '~/core';

/** An issue in a refusal. `again`: the same value may be sent once more; until then the issue stays. */
export type Refused = Issue & { again?: boolean };

/** An issue from the server, with the refused value: it is shown until the value changes. */
export type Refusal = Refused & { value: unknown };

/** All issues of a form: core's, and the server's at fields that still have the refused value. Core's come first. */
export function allIssues(values: object, issues: Issue[], refused: readonly Refusal[]): Issue[] {
  const stillRefused = refused.filter(({ field, value }) => get(values, field) === value);
  return [...issues, ...stillRefused.filter(({ field }) => !issues.some((issue) => issue.field === field))];
}

/** The issues that close the button: what may be sent again as it is does not. */
export const closingIssues = <Any extends Refused>(issues: readonly Any[]): Any[] =>
  issues.filter(({ again }) => !again);

interface FormFailure {
  isUnreached: boolean;
  /** The server's issues, each with the value that it refused. */
  refused: Refusal[];
  /** What stands above the form. A toast goes; what the form says stays. */
  above: readonly string[];
  /** A mistake of our own: nobody else has shown it. */
  isMistake: boolean;
}

interface FormFailureInput<Values extends object> {
  /** The issues in the error. */
  found: readonly Refused[];
  /** What was refused. */
  sent: Values;
  labels: Readonly<Record<string, string>>;
  /** Whether the screen itself shows why the form was refused, if it is about no field. */
  showsFailures: boolean;
}

/** What a form shows once it could not be sent: at its fields, or above them. */
export function formFailure<Values extends object>(error: unknown, of: FormFailureInput<Values>): FormFailure {
  const { found, sent, labels, showsFailures } = of;
  const refused = found
    .filter(({ field }) => field in labels)
    .map((issue) => ({ ...issue, value: get(sent, issue.field) as unknown }));
  const isAtField = refused.length > 0;
  const isMistake = !isAtField && !(error instanceof ApiError);
  const isOffline = isUnreached(error);
  const isShownElsewhere = isAtField || isOffline || showsFailures;
  const above = isMistake ? [messagesText('unexpected')] : isShownElsewhere ? [] : whyFailed(error);
  return { isUnreached: isOffline, refused, above, isMistake };
}
