import { storeRef } from '~/api/quiz/pickupPlan';
import type { Question } from '~/api/quiz/questionnaire';
import { Banner } from '~/components/feedback/Banner';
import { StoreDetails } from './StoreDetails';
import { StorePicker } from './StorePicker';
import styles from '~/components/form/Question.module.css';
import { questionOf } from '~/api/quiz/deliveryQuestions';
import type { PickupStore } from './usePickupStore';

interface StoreQuestionProps {
  questions: readonly Question[];
  pickup: PickupStore;
  onChange: (label: string) => void;
  /** Why the store is missing, or was not taken. */
  message?: string | undefined;
}

/** Asks at which store a box is picked up. If the stored one takes no pick-ups any more, says so. */
export function StoreQuestion({ questions, pickup, onChange, message }: StoreQuestionProps) {
  const { title, hint } = questionOf(questions, storeRef);
  const { stores, store, gone, failed, retry } = pickup;
  return (
    <div className={styles.question}>
      {gone === null ? null : <Banner>{gone} can no longer be chosen. Please choose another store.</Banner>}
      <StorePicker
        id={storeRef}
        legend={<span className={styles.title}>{title}</span>}
        hint={hint}
        stores={stores}
        value={store?.label ?? null}
        onChange={onChange}
        message={message}
        {...(failed ? { onRetry: retry } : {})}
      />
      <StoreDetails store={store} />
    </div>
  );
}
