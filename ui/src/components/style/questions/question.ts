import type { Choice } from '~/api/schema.gen';
import type { Question } from '~/api/style/questionnaire';

/** The props of every kind of question. */
export interface QuestionProps {
  question: Question;
  /** The id of the question's first control, which gets the focus if the answer is missing. */
  id: string;
  value: unknown;
  message: string | undefined;
  /** Whether the screen's heading already shows the question. */
  titleShown: boolean;
  onAnswer: (value: unknown, options?: { typed?: boolean }) => void;
  /** Changes the present answer, also after the customer has left the screen. */
  onChange: (changed: (answer: unknown) => unknown) => void;
  /** Reports why the typed text is no answer; null if it is one. */
  onFault: (message: string | null) => void;
}

export const asText = (value: unknown): string =>
  typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '';

export const asTexts = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];

/** The choices of a question, each with its answer: its label, or its ref if the question says so. */
export const choicesOf = ({ properties }: Question): (Choice & { value: string })[] =>
  (properties.choices ?? []).map((choice) => ({
    ...choice,
    value: properties.answer === 'ref' ? choice.ref : choice.label,
  }));

/** The question's hint, as a prop for a field. */
export const hintOf = ({ properties }: Question) =>
  properties.description === undefined ? {} : { hint: properties.description };
