import { offeredStores, useLocations } from '~/api/delivery/locations';
import { textOf } from '~/api/style/pickupPlan';
import type { Question } from '~/api/style/questionnaire';
import { Banner } from '~/components/feedback/Banner';
import { Button } from '~/components/form/Button';
import { SelectField } from '~/components/form/SelectField';
import { questionOf, returnStoreRef, returnStores } from '~/api/style/deliveryQuestions';
import type { Loaded } from './useDeliveryData';

/** Asks a customer whose box is shipped for their favorite store. The answer is optional. */
export function ReturnStore({ answers, questions }: { answers: Loaded['answers']; questions: readonly Question[] }) {
  const { data: locations, isError, isFetching, refetch } = useLocations();
  const { title, hint } = questionOf(questions, returnStoreRef());
  const { responses, refused, answer } = answers;
  if (isError && !locations) {
    return (
      <Banner>
        <p>Our stores could not be loaded. “{title}” is optional.</p>
        <Button variant="quiet" busy={isFetching} onClick={() => void refetch()}>
          Try again
        </Button>
      </Banner>
    );
  }
  return (
    <SelectField
      id={returnStoreRef()}
      name={returnStoreRef()}
      label={`${title} (optional)`}
      hint={hint}
      placeholder="Choose"
      options={returnStores(offeredStores(locations ?? []))}
      value={textOf(responses[returnStoreRef()]) ?? ''}
      onChange={({ target }) => answer(returnStoreRef(), target.value === '' ? null : target.value)}
      onBlur={() => undefined}
      ref={null}
      message={refused[returnStoreRef()]}
    />
  );
}
