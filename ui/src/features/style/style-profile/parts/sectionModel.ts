import type { AnswerSet } from '~/api/style/answerSet';
import type { Question } from '~/api/style/questionnaire';
import { messagesText, type Responses } from '~/core';

/** The answers of controls that start with one: leaving it as it is is an answer too. */
export const startingAnswers = (fields: readonly Question[], saved: Responses): AnswerSet =>
  Object.fromEntries(
    fields.flatMap(({ ref, properties }) =>
      properties.default === undefined || ref in saved ? [] : [[ref, { value: properties.default, known: null }]],
    ),
  );

export const valuesOf = (set: AnswerSet): Responses =>
  Object.fromEntries(Object.entries(set).map(([ref, { value }]) => [ref, value]));

/** The changes without those of some questions. */
export const without = (changed: AnswerSet, refs: readonly string[]): AnswerSet =>
  Object.fromEntries(Object.entries(changed).filter(([ref]) => !refs.includes(ref)));

/** The changes with one more. What is again as it was is no change. */
export function withAnswer(changed: AnswerSet, saved: Responses, ref: string, value: unknown): AnswerSet {
  // What it was before the first change: nothing is an answer too, and another device may have given one since.
  const known = changed[ref] ? changed[ref].known : (saved[ref] ?? null);
  const isBack = JSON.stringify(value ?? null) === JSON.stringify(known);
  return { ...without(changed, [ref]), ...(isBack ? {} : { [ref]: { value, known } }) };
}

/** What follows once answers that the form has changed, or only starts with, were changed elsewhere. */
interface ChangedElsewhere {
  /** The changes: what the customer changed stays, and another press saves it. */
  changed: AnswerSet;
  /** The questions that show the answer as it is saved: they only started with one. */
  dropped: readonly string[];
  /** What is said at each question. */
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
