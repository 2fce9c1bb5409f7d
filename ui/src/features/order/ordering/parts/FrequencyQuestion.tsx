import type { Account } from '~/api/schema.gen';
import { ChoiceCards } from '~/components/form/ChoiceCards';
import { FrequencyTerms } from '~/components/order/ordering/FrequencyTerms';
import parts from '~/components/form/Question.module.css';
import spread from '~/components/layout/FormSpread.module.css';
import { subscriptionOptions, type Type } from '~/core';
import styles from './OrderForm.module.css';
import { partId } from './words';

interface FrequencyQuestionProps {
  account: Account;
  value: Type | null;
  onChange: (frequency: Type) => void;
  message: string | undefined;
}

/** Asks a customer on demand how often boxes come from now on. */
export const FrequencyQuestion = ({ account, value, onChange, message }: FrequencyQuestionProps) => (
  <div className={spread.part}>
    <ChoiceCards
      id={partId('frequency')}
      legend={<span className={parts.title}>How often boxes come</span>}
      {...(account.subscription_type === null
        ? {}
        : { hint: 'You are on demand now: a box comes only when you order one.' })}
      choices={subscriptionOptions({ subscription_type: account.subscription_type }).map((option) => ({
        value: option.subscription_type,
        label: option.label,
      }))}
      value={value}
      onChange={(frequency) => onChange(frequency as Type)}
      message={message}
      required
    />
    {value === null ? null : (
      <p className={styles.terms} role="status">
        <FrequencyTerms account={account} value={value} />
      </p>
    )}
  </div>
);
