import { shoesRef } from '~/api/style/pickupPlan';
import type { Question } from '~/api/style/questionnaire';
import { RadioGroup } from '~/components/form/RadioGroup';
import { questionOf } from '~/api/style/deliveryQuestions';

const options = [
  { value: 'yes', label: 'Yes' },
  { value: 'no', label: 'No' },
];

interface ShoesQuestionProps {
  questions: readonly Question[];
  value: unknown;
  onChange: (wanted: boolean) => void;
}

/** Asks whether the customer wants shoes at the store. Without an answer there are none. */
export function ShoesQuestion({ questions, value, onChange }: ShoesQuestionProps) {
  return (
    <RadioGroup
      id={shoesRef}
      legend={questionOf(questions, shoesRef).title}
      options={options}
      value={typeof value === 'boolean' ? (value ? 'yes' : 'no') : null}
      onChange={(choice) => onChange(choice === 'yes')}
      segmented
    />
  );
}
