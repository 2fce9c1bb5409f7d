import { ChoiceCards } from '~/components/form/ChoiceCards';
import { asText, asTexts, choicesOf, hintOf, type QuestionProps } from './question';

/** A question with choices, with or without pictures. */
export function ChoiceQuestion({ question, id, value, message, titleShown, onAnswer }: QuestionProps) {
  const { properties, title, validations } = question;
  const choices = choicesOf(question).map(({ value: answer, label, description, image }) => ({
    value: answer,
    label,
    description,
    ...(image === undefined ? {} : { image }),
  }));
  const common = {
    ...(titleShown ? {} : hintOf(question)),
    id,
    choices,
    message,
    legend: title,
    hideLegend: titleShown,
    required: validations.required,
    large: properties.supersized ?? false,
  };
  return properties.allow_multiple_selection ? (
    <ChoiceCards {...common} multiple value={asTexts(value)} onChange={onAnswer} />
  ) : (
    <ChoiceCards {...common} value={asText(value)} onChange={onAnswer} />
  );
}
