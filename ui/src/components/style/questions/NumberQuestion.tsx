import { TextField } from '~/components/form/TextField';
import { asText, hintOf, type QuestionProps } from './question';
import { useTypedAnswer } from './useTypedAnswer';

/** Text that is not a number stays text, and core says what is wrong with it. */
const read = (text: string): unknown => {
  const trimmed = text.trim();
  if (trimmed === '') return null;
  return Number.isFinite(Number(trimmed)) ? Number(trimmed) : trimmed;
};

export function NumberQuestion(props: QuestionProps) {
  const { question, id } = props;
  const { text, ...typing } = useTypedAnswer(props, { read, show: asText });
  return (
    <TextField
      {...typing}
      {...hintOf(question)}
      id={id}
      name={question.ref}
      label={question.title}
      required={question.validations.required}
      value={text}
      inputMode="decimal"
      autoComplete="off"
      ref={null}
    />
  );
}
