import { shoesRef } from '~/api/quiz/pickupPlan';
import type { Question } from '~/api/quiz/questionnaire';
import { RadioGroup } from '~/components/form/RadioGroup';
import { questionOf } from './questions';

const options = [
  { value: 'yes', label: 'Yes' },
  { value: 'no', label: 'No' },
];

interface ShoesQuestionProps {
  questions: readonly Question[];
  value: unknown;
  onChange: (wanted: boolean) => void;
  required?: boolean;
  message?: string | undefined;
}

/** Asks whether shoes are wanted at the store. */
export function ShoesQuestion({ questions, value, onChange, required = false, message }: ShoesQuestionProps) {
  return (
    <RadioGroup
      id={shoesRef}
      legend={
        <>
          {questionOf(questions, shoesRef).title}
          {required ? <span aria-hidden="true"> *</span> : null}
        </>
      }
      options={options}
      value={typeof value === 'boolean' ? (value ? 'yes' : 'no') : null}
      onChange={(choice) => onChange(choice === 'yes')}
      segmented
      required={required}
      message={message}
    />
  );
}
