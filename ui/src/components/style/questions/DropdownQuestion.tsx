import { SelectField } from '~/components/form/SelectField';
import { asText, choicesOf, hintOf, type QuestionProps } from './question';

export function DropdownQuestion({ question, id, value, message, onAnswer }: QuestionProps) {
  return (
    <SelectField
      {...hintOf(question)}
      id={id}
      name={question.ref}
      label={question.title}
      required={question.validations.required}
      options={choicesOf(question)}
      placeholder="Choose"
      value={asText(value)}
      message={message}
      onChange={(event) => onAnswer(event.target.value || null)}
      onBlur={() => undefined}
      ref={null}
    />
  );
}
