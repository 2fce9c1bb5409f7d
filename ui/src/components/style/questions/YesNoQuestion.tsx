import { YesNo } from '~/components/form/YesNo';
import type { QuestionProps } from './question';

export const YesNoQuestion = ({ question, id, value, message, titleShown, onAnswer }: QuestionProps) => (
  <YesNo
    id={id}
    legend={question.title}
    hideLegend={titleShown}
    value={value}
    onChange={onAnswer}
    required={question.validations.required}
    message={message}
  />
);
