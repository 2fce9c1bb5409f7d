import { type ChangeEvent, useState } from 'react';
import { quizAnswerValidate } from '~/core';
import { declareDraft } from '~/lib/draft/draft';
import { useDraftState } from '~/lib/draft/useDraft';
import { now } from '~/lib/time/clock';
import type { QuestionProps } from './question';

type Typing = ChangeEvent<HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement>;

/** The typed text, while it is not a valid answer; null while the control shows the answer. */
interface Typed {
  typed: string | null;
}

const untouched: Typed = { typed: null };

const draft = declareDraft<Typed>({ name: 'typed answer', lifetime: 'customer', fields: ['typed'] });

/**
 * The state of a control with typed text. The text becomes the answer as soon as core accepts it. Until then it stays in
 * the control, and its message shows when the control loses the focus.
 */
export function useTypedAnswer(
  { question, value, message, onAnswer, onFault }: QuestionProps,
  { read, show }: { read: (text: string) => unknown; show: (value: unknown) => string },
) {
  const [left, setLeft] = useState(false);
  const faultOf = (text: string): string | null => {
    const optional = { ...question, validations: { required: false } };
    return quizAnswerValidate({ question: optional, value: read(text), now: now() })[0]?.message ?? null;
  };
  const [{ typed }, setTyped] = useDraftState(draft, untouched, {
    scope: question.ref,
    onRestored: (restored) => onFault(restored.typed === null ? null : faultOf(restored.typed)),
    isKept: (text) => text.typed !== null && faultOf(text.typed) !== null,
  });
  const fault = typed === null ? null : faultOf(typed);

  return {
    text: typed ?? show(value),
    message: (left ? fault : null) ?? (fault === null ? message : undefined),
    onChange: (event: Typing) => {
      const text = event.target.value;
      const found = faultOf(text);
      setTyped({ typed: text });
      onFault(found);
      if (found === null) onAnswer(read(text), { typed: true });
    },
    onBlur: () => {
      setLeft(true);
      if (fault === null) setTyped(untouched);
    },
  };
}
