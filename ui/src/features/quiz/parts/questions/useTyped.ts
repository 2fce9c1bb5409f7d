import { type ChangeEvent, useState } from 'react';
import { now } from '~/lib/time/clock';
import { useTypedState } from '~/lib/draft/useTypedState';
import { quizAnswerValidate } from '~/core';
import type { QuestionProps } from './question';

type Typing = ChangeEvent<HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement>;

/**
 * A control in which an answer is typed. What is typed is the answer as soon as core takes it as one; until then it stays
 * in the control, and its message shows once the control is left.
 */
export function useTyped(
  { question, value, message, onAnswer, onFault }: QuestionProps,
  { read, show }: { read: (text: string) => unknown; show: (value: unknown) => string },
) {
  const [left, setLeft] = useState(false);
  const faultOf = (text: string): string | null => {
    const optional = { ...question, validations: { required: false } };
    return quizAnswerValidate({ question: optional, value: read(text), now: now() })[0]?.message ?? null;
  };
  const taken = (text: string | null) => onFault(text === null ? null : faultOf(text));
  const [draft, setDraft] = useTypedState<string | null>(`answer.${question.ref}`, null, taken);
  const fault = draft === null ? null : faultOf(draft);

  return {
    text: draft ?? show(value),
    message: (left ? fault : null) ?? (fault === null ? message : undefined),
    onChange: (event: Typing) => {
      const text = event.target.value;
      const found = faultOf(text);
      setDraft(text);
      onFault(found);
      if (found === null) onAnswer(read(text), { typed: true });
    },
    onBlur: () => {
      setLeft(true);
      if (fault === null) setDraft(null);
    },
  };
}
