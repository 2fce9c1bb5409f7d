import type { Question } from '~/api/quiz/questionnaire';

/** What every kind of question is given. */
export interface QuestionProps {
  question: Question;
  /** The id of its control, or of its first: where the focus goes when it still needs an answer. */
  id: string;
  value: unknown;
  message: string | undefined;
  /** The heading of the screen asks it already. */
  asked: boolean;
  onAnswer: (value: unknown, options?: { typed?: boolean }) => void;
  /** Says why what stands in the control is no answer; null where it is one. */
  onFault: (message: string | null) => void;
}

export const asText = (value: unknown): string =>
  typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '';

export const asTexts = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];

/** A question's hint, as fields take it. */
export const hintOf = ({ properties }: Question) =>
  properties.description === undefined ? {} : { hint: properties.description };
