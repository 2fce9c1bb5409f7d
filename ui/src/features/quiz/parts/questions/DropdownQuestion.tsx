import { SelectField } from '~/components/form/SelectField';
import { asText, hintOf, type QuestionProps } from './question';

export function DropdownQuestion({ question, id, value, message, onAnswer }: QuestionProps) {
  const options = (question.properties.choices ?? []).map(({ label }) => ({ value: label, label }));
  return (
    <SelectField
      {...hintOf(question)}
      id={id}
      name={question.ref}
      label={question.title}
      required={question.validations.required}
      options={options}
      placeholder="Choose"
      value={asText(value)}
      message={message}
      onChange={(event) => onAnswer(event.target.value || null)}
      onBlur={() => undefined}
      ref={null}
    />
  );
}
