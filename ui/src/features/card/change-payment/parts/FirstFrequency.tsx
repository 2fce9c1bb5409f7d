import type { Account } from '~/api/schema.gen';
import { ChoiceCards } from '~/components/form/ChoiceCards';
import { FrequencyTerms } from '~/components/order/ordering/FrequencyTerms';
import { subscriptionOptions, type Type } from '~/core';
import styles from './ChangeCard.module.css';

interface FirstFrequencyProps {
  account: Account;
  value: Type;
  onChange: (value: Type) => void;
}

/** Asks how often boxes come, if the account never chose it. Says what that costs and how to stop it (spec B, section 2). */
export function FirstFrequency({ account, value, onChange }: FirstFrequencyProps) {
  return (
    <section className={styles.section}>
      <ChoiceCards
        legend={<span className={styles.legend}>How often boxes come</span>}
        choices={subscriptionOptions({ subscription_type: account.subscription_type }).map((option) => ({
          value: option.subscription_type,
          label: option.label,
        }))}
        value={value}
        onChange={(chosen) => onChange(chosen as Type)}
        required
      />
      <p className={styles.text} role="status">
        <FrequencyTerms account={account} value={value} />
      </p>
    </section>
  );
}
