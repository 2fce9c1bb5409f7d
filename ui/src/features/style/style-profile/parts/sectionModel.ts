import type { AnswerSet } from '~/api/style/answerSet';
import { type Question, withStartingAnswer } from '~/api/style/questionnaire';
import { messagesText, type Responses } from '~/core';

/** The initial values of controls, as answers, because leaving them unchanged is an answer too. */
export const startingAnswers = (fields: readonly Question[], saved: Responses): AnswerSet =>
  Object.fromEntries(
    withStartingAnswer(fields, saved).map(({ ref, properties }) => [ref, { value: properties.default, known: null }]),
  );

export const valuesOf = (set: AnswerSet): Responses =>
  Object.fromEntries(Object.entries(set).map(([ref, { value }]) => [ref, value]));

/** The changes without those of the questions `refs`. */
export const without = (changed: AnswerSet, refs: readonly string[]): AnswerSet =>
  Object.fromEntries(Object.entries(changed).filter(([ref]) => !refs.includes(ref)));

/** The changes with one more. An answer that is again the same as before is no change. */
export function withAnswer(changed: AnswerSet, saved: Responses, ref: string, value: unknown): AnswerSet {
  // The answer before the first change. No answer counts too (null), because another device may have given one since.
  const known = changed[ref] ? changed[ref].known : (saved[ref] ?? null);
  const isBack = JSON.stringify(value ?? null) === JSON.stringify(known);
  return { ...without(changed, [ref]), ...(isBack ? {} : { [ref]: { value, known } }) };
}

/** The consequences if answers that the form has changed, or has as initial values, were changed elsewhere. */
interface ChangedElsewhere {
  /** The changes. What the customer changed stays, and another press saves it. */
  changed: AnswerSet;
  /** The questions that show the saved answer, because they only had an initial value. */
  dropped: readonly string[];
  /** The message at each question. */
  messages: Readonly<Record<string, string>>;
}

export function afterChangedElsewhere(
  changed: AnswerSet,
  refs: readonly string[],
  latest: Responses,
): ChangedElsewhere {
  const codeOf = (ref: string) => (ref in changed ? 'changed_elsewhere' : 'answered_elsewhere');
  return {
    changed: Object.fromEntries(
      Object.entries(changed).map(([ref, answer]) => [
        ref,
        refs.includes(ref) ? { ...answer, known: latest[ref] ?? null } : answer,
      ]),
    ),
    dropped: refs.filter((ref) => !(ref in changed)),
    messages: Object.fromEntries(refs.map((ref) => [ref, messagesText(codeOf(ref))])),
  };
}
