import type { Account } from '~/api/schema.gen';
import { NotLoaded } from '~/components/feedback/NotLoaded';
import { ChoiceCards } from '~/components/form/ChoiceCards';
import parts from '~/components/form/Question.module.css';
import spread from '~/components/layout/FormSpread.module.css';
import { isOnDemand } from '~/components/order/ordering/frequency';
import { subscriptionOptions, type Type } from '~/core';
import styles from './SubscriptionForm.module.css';
import { frequencyId } from './subscriptionModel';
import type { useSubscriptionForm } from './useSubscriptionForm';
import { WhatFollows } from './WhatFollows';

interface FrequencyChoiceProps {
  account: Account;
  form: ReturnType<typeof useSubscriptionForm>;
}

/** The choice of how often boxes come, and what follows from another choice. */
export function FrequencyChoice({ account, form }: FrequencyChoiceProps) {
  const { shown, preview } = form;
  const { to, change, voids } = shown;
  return (
    <div className={spread.part}>
      <ChoiceCards
        id={frequencyId}
        legend={<span className={parts.title}>How often boxes come</span>}
        choices={subscriptionOptions({ subscription_type: account.subscription_type }).map(
          ({ subscription_type, label }) => ({
            value: subscription_type,
            label,
            description: isOnDemand(subscription_type)
              ? 'Pauses your subscription: a box comes only when you order one.'
              : undefined,
          }),
        )}
        value={to}
        onChange={(frequency) => form.choose(frequency as Type)}
        message={form.message}
        required
      />
      <div className={styles.after} role="status" aria-label="What happens next">
        {change === null ? null : (
          <>
            <h3 className={styles.title}>What happens once you save</h3>
            <WhatFollows account={account} to={change} voids={voids} after={preview.data} />
          </>
        )}
      </div>
      {change !== null && preview.isError && !preview.data ? (
        <NotLoaded what="the day of your next box" retry={() => void preview.refetch()} busy={preview.isFetching} />
      ) : null}
    </div>
  );
}
