import type { Account } from '~/api/schema.gen';
import { Price } from '~/components/values/Price';
import { messagesText, stylingFeeAmount, type Type } from '~/core';
import { Link } from '~/lib/router/Link';
import { now } from '~/lib/time/clock';
import { paths } from '~/paths';
import { canSkip, isOnDemand } from './frequency';

interface FrequencyTermsProps {
  account: Account;
  /** How often boxes would come. */
  value: Type;
  /** Whether this is shown on the subscription's own screen. */
  isAtSubscription?: boolean;
}

/** What a frequency costs, and how the customer can stop it (spec B, section 2). */
export function FrequencyTerms({ account, value, isAtSubscription = false }: FrequencyTermsProps) {
  const feeOf = (first_timer: boolean) =>
    stylingFeeAmount({
      first_timer,
      styling_fee_override_code: account.styling_fee_override_code,
      subscription_type: value,
      now: now(),
    });
  const [next, later] = [feeOf(account.first_timer), feeOf(false)];
  return (
    <>
      {next === later ? (
        <>
          Each box costs a styling fee of <Price amount={later} />.
        </>
      ) : (
        <>
          Your next box costs a styling fee of <Price amount={next} />, and each later one <Price amount={later} />.
        </>
      )}{' '}
      {messagesText('styling_fee_charged')}{' '}
      {isOnDemand(value) ? (
        'A box comes only when you order one.'
      ) : (
        <>
          Boxes keep coming until you stop them: you can change how often{canSkip(value) ? ', skip one' : ''} or stop at
          any time{' '}
          {isAtSubscription ? (
            'here'
          ) : (
            <>
              under <Link to={paths.manageSubscription}>Your subscription</Link>
            </>
          )}
          .
        </>
      )}
    </>
  );
}
