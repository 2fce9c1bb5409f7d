import type { ComponentType } from 'react';
import type { Question } from '~/api/style/questionnaire';
import { ChoiceQuestion } from './ChoiceQuestion';
import { ColorsQuestion } from './ColorsQuestion';
import { DateQuestion } from './DateQuestion';
import { DropdownQuestion } from './DropdownQuestion';
import { NumberQuestion } from './NumberQuestion';
import { PhotosQuestion } from '~/components/style/questions/photos/PhotosQuestion';
import type { QuestionProps } from './question';
import { RangeQuestion } from './RangeQuestion';
import { StatementQuestion } from './StatementQuestion';
import { TextQuestion } from './TextQuestion';
import { YesNoQuestion } from './YesNoQuestion';

const kinds: Partial<Record<Question['type'], ComponentType<QuestionProps>>> = {
  dropdown: DropdownQuestion,
  short_text: TextQuestion,
  long_text: TextQuestion,
  number: NumberQuestion,
  date: DateQuestion,
  picture_choice: ChoiceQuestion,
  picture_choice_carousel: ChoiceQuestion,
  multiple_choice: ChoiceQuestion,
  yes_or_no: YesNoQuestion,
  file_upload: PhotosQuestion,
  statement: StatementQuestion,
  designs_disliked_colors: ColorsQuestion,
};

/** A question in the control for its type. */
export function QuestionField(props: QuestionProps) {
  const { type, properties } = props.question;
  const Kind = type === 'number' && properties.control === 'range' ? RangeQuestion : kinds[type];
  return Kind ? <Kind {...props} /> : null;
}
