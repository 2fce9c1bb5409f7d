import { RadioGroup } from '~/components/form/RadioGroup';
import type { QuestionProps } from './question';

const options = [
  { value: 'yes', label: 'Yes' },
  { value: 'no', label: 'No' },
];

export function YesNoQuestion({ question, id, value, message, titleShown, onAnswer }: QuestionProps) {
  return (
    <RadioGroup
      id={id}
      legend={question.title}
      hideLegend={titleShown}
      options={options}
      value={typeof value === 'boolean' ? (value ? 'yes' : 'no') : null}
      onChange={(choice) => onAnswer(choice === 'yes')}
      segmented
      required={question.validations.required}
      message={message}
    />
  );
}
