import type { ReactNode } from 'react';
import { storeRef } from '~/api/style/pickupPlan';
import type { Question } from '~/api/style/questionnaire';
import { Banner } from '~/components/feedback/Banner';
import { StoreDetails } from './StoreDetails';
import { StorePicker } from './StorePicker';
import styles from '~/components/form/Question.module.css';
import { questionOf } from '~/api/style/deliveryQuestions';
import type { PickupStore } from './usePickupStore';

interface StoreQuestionProps {
  questions: readonly Question[];
  pickup: PickupStore;
  onChange: (label: string) => void;
  /** Why the store is missing, or was not taken. */
  message?: string | undefined;
  /** What to offer if there is no store at all; left out if the screen offers it elsewhere. */
  instead?: ReactNode;
}

/** Asks at which store a box is picked up. If the stored choice no longer offers pick-up, says so. */
export function StoreQuestion({ questions, pickup, onChange, message, instead }: StoreQuestionProps) {
  const { title, hint } = questionOf(questions, storeRef());
  const { stores, store, gone, failed, retry } = pickup;
  return (
    <div className={styles.question}>
      {gone === null ? null : <Banner>{gone} can no longer be chosen. Please choose another store.</Banner>}
      <StorePicker
        id={storeRef()}
        legend={<span className={styles.title}>{title}</span>}
        hint={hint}
        stores={stores}
        value={store?.label ?? null}
        onChange={onChange}
        message={message}
        instead={instead}
        {...(failed ? { onRetry: retry } : {})}
      />
      <StoreDetails store={store} />
    </div>
  );
}
