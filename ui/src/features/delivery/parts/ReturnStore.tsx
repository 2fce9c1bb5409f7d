import { offeredStores, useLocations } from '~/api/locations';
import { textOf } from '~/api/quiz/pickupPlan';
import type { Question } from '~/api/quiz/questionnaire';
import { SelectField } from '~/components/form/SelectField';
import { questionOf, returnStoreRef, returnStores } from './questions';
import type { Loaded } from './useDeliveryData';

/** Asks a customer whose box is shipped which store they like best. It may stay open. */
export function ReturnStore({ answers, questions }: { answers: Loaded['answers']; questions: readonly Question[] }) {
  const { data: locations, isError } = useLocations();
  const { title, hint } = questionOf(questions, returnStoreRef);
  const { responses, refused, answer } = answers;
  // Nothing depends on it, so a failure does not stop the customer.
  if (isError && !locations) return null;
  return (
    <SelectField
      id={returnStoreRef}
      name={returnStoreRef}
      label={`${title} (optional)`}
      hint={hint}
      placeholder="Choose"
      options={returnStores(offeredStores(locations ?? []))}
      value={textOf(responses[returnStoreRef]) ?? ''}
      onChange={({ target }) => answer(returnStoreRef, target.value === '' ? null : target.value)}
      onBlur={() => undefined}
      ref={null}
      message={refused[returnStoreRef]}
    />
  );
}
