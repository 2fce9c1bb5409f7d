import { TextArea } from '~/components/form/TextArea';
import { TextField } from '~/components/form/TextField';
import { asText, hintOf, type QuestionProps } from './question';
import { useTypedAnswer } from './useTypedAnswer';

const asTyped = { read: (text: string): unknown => text, show: asText };

/** A text of one or several lines. */
export function TextQuestion(props: QuestionProps) {
  const { question, id } = props;
  const { text, ...typing } = useTypedAnswer(props, asTyped);
  const { placeholder } = question.properties;
  const field = {
    ...typing,
    ...hintOf(question),
    id,
    name: question.ref,
    label: question.title,
    required: question.validations.required,
    value: text,
    ref: null,
    ...(placeholder === undefined ? {} : { placeholder }),
  };
  return question.type === 'long_text' ? <TextArea {...field} rows={4} /> : <TextField {...field} autoComplete="off" />;
}
