import { shoesRef } from '~/api/style/pickupPlan';
import type { Question } from '~/api/style/questionnaire';
import { YesNo } from '~/components/form/YesNo';
import { questionOf } from '~/api/style/deliveryQuestions';

interface ShoesQuestionProps {
  questions: readonly Question[];
  value: unknown;
  onChange: (wanted: boolean) => void;
}

/** Asks whether the customer wants shoes at the store. Without an answer there are none. */
export const ShoesQuestion = ({ questions, value, onChange }: ShoesQuestionProps) => (
  <YesNo id={shoesRef()} legend={questionOf(questions, shoesRef()).title} value={value} onChange={onChange} />
);
