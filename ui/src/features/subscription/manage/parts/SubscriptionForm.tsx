import type { UseQueryResult } from '@tanstack/react-query';
import { primaryAddress } from '~/api/account/record';
import { currentOrder, type Order } from '~/api/order/orders';
import type { Account, MaskedCardInfo, NextChargeBody } from '~/api/schema.gen';
import { ErrorSummary } from '~/components/form/ErrorSummary';
import spread from '~/components/layout/FormSpread.module.css';
import { PageTitle } from '~/components/layout/PageTitle';
import { AddressBlock } from '~/components/order/on-file/AddressBlock';
import { CardWarning } from '~/components/order/on-file/CardWarning';
import { PaymentBlock } from '~/components/order/on-file/PaymentBlock';
import { canSkip } from '~/components/order/ordering/frequency';
import { cardChangeAccess, messagesText, subscriptionLabel, subscriptionNoneBecause } from '~/core';
import { now } from '~/lib/time/clock';
import { AccountBanner } from './AccountBanner';
import { FrequencyChoice } from './FrequencyChoice';
import { NextCharge } from './NextCharge';
import { SaveSubscription } from './SaveSubscription';
import { SkipBox } from './SkipBox';
import { addressId } from './subscriptionModel';
import { useSubscriptionForm } from './useSubscriptionForm';

interface SubscriptionFormProps {
  account: Account;
  orders: readonly Order[];
  charge: NextChargeBody;
  card: Pick<UseQueryResult<MaskedCardInfo | null>, 'data' | 'refetch' | 'isError'>;
}

/** The subscription's form, with the next charge beside it. */
export function SubscriptionForm({ account, orders, charge, card }: SubscriptionFormProps) {
  const order = currentOrder(orders);
  const { box } = charge;
  const access = cardChangeAccess({
    first_timer: account.first_timer,
    has_current_order: order !== null,
    celerant_id: account.celerant_id,
    payment_needed: account.payment_needed,
  });
  const form = useSubscriptionForm(account, access.default_subscription);
  const { from } = form.shown;
  const skips = from !== null && canSkip(from);
  return (
    <div className={spread.spread}>
      <div className={`${spread.main} ${spread.ruled}`}>
        <PageTitle
          eyebrow={from === null ? 'Not chosen yet' : subscriptionLabel({ subscription_type: from })}
          lead={`Choose how often boxes come${skips ? ', skip one,' : ''} or pause. Your choice takes effect once you save it.`}
        >
          Your subscription
        </PageTitle>
        <ErrorSummary {...form.summary} />
        <AccountBanner account={account} addLabel={access.label} />
        <SkipBox
          box={box}
          isSkipped={box?.skip.skipped ?? account.skip_days > 0}
          reason={messagesText(
            subscriptionNoneBecause({
              subscription_type: from,
              has_current_order: order !== null,
              has_ordered: orders.length > 0,
            }),
          )}
        />
        <FrequencyChoice account={account} form={form} />
        <AddressBlock
          id={addressId}
          title="Where boxes go"
          account={account}
          address={primaryAddress(account)}
          onOpenChange={form.setAddressOpen}
        />
        <PaymentBlock card={card}>
          <CardWarning
            expiration={card.data === undefined ? account.cc_expiration : (card.data?.expiration ?? null)}
            date={box?.comes_on ?? null}
            now={now()}
          />
        </PaymentBlock>
      </div>
      <aside className={spread.aside} aria-labelledby="next-charge">
        <div className={spread.sticky}>
          <h2 id="next-charge" className={spread.title}>
            Your next charge
          </h2>
          <NextCharge charge={charge} />
        </div>
      </aside>
      <SaveSubscription account={account} form={form} />
    </div>
  );
}
