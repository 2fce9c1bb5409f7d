import { get } from 'react-hook-form';
import { ApiError, isUnreached, whyFailed } from '~/api/errors';
import { type Issue, messagesText } from '~/core';

/** An issue in a refusal. `again`: the same value may be sent once more; until then the issue stays. */
export type Refused = Issue & { again?: boolean };

/** An issue from the server, with the refused value. It is shown until the value changes. */
export type Refusal = Refused & { value: unknown };

/** All issues of a form: core's, and the server's at fields that still have the refused value. Core's come first. */
export function allIssues(values: object, issues: Issue[], refused: readonly Refusal[]): Issue[] {
  const stillRefused = refused.filter(({ field, value }) => get(values, field) === value);
  return [...issues, ...stillRefused.filter(({ field }) => !issues.some((issue) => issue.field === field))];
}

/** The issues that disable the button: all but those whose value may be sent again. */
export const closingIssues = <Any extends Refused>(issues: readonly Any[]): Any[] =>
  issues.filter(({ again }) => !again);

interface FormFailure {
  isUnreached: boolean;
  /** The server's issues, each with the value that it refused. */
  refused: Refusal[];
  /** The texts above the form. They stay, unlike a toast. */
  above: readonly string[];
  /** Whether it is a fault of the page itself, which nothing else has shown. */
  isMistake: boolean;
}

interface FormFailureInput<Values extends object> {
  /** The issues in the error. */
  found: readonly Refused[];
  /** The refused values. */
  sent: Values;
  labels: Readonly<Record<string, string>>;
  /** Whether the screen itself shows reasons that concern no field. */
  showsFailures: boolean;
}

/** What a form shows after it could not be sent: at its fields, or above them. */
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
