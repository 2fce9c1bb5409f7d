import type { UseQueryResult } from '@tanstack/react-query';
import { Suspense } from 'react';
import { primaryAddress } from '~/api/account/record';
import { currentOrder, type Order } from '~/api/order/orders';
import type { Account, MaskedCardInfo, NextChargeBody } from '~/api/schema.gen';
import { LateConfirmDialog } from '~/components/feedback/LateConfirmDialog';
import { Button } from '~/components/form/Button';
import { ErrorSummary } from '~/components/form/ErrorSummary';
import spread from '~/components/layout/FormSpread.module.css';
import { PageTitle } from '~/components/layout/PageTitle';
import { AddressBlock } from '~/components/order/on-file/AddressBlock';
import { CardWarning } from '~/components/order/on-file/CardWarning';
import { PaymentBlock } from '~/components/order/on-file/PaymentBlock';
import { canSkip, isSubscribing } from '~/components/order/ordering/frequency';
import { cardChangeAccess, messagesText, subscriptionLabel, subscriptionNoneBecause } from '~/core';
import { forgetDraft } from '~/lib/draft/store';
import { Link } from '~/lib/router/Link';
import { now } from '~/lib/time/clock';
import { paths } from '~/paths';
import { AccountBanner } from './AccountBanner';
import { choiceDraft } from './choice';
import { FrequencyChoice } from './FrequencyChoice';
import { NextCharge } from './NextCharge';
import { SkipBox } from './SkipBox';
import { addressId } from './subscriptionModel';
import { useSubscriptionForm } from './useSubscriptionForm';
import { WhatFollows } from './WhatFollows';

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
  const { from, to, change, voids } = form.shown;
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
      <div className={spread.send}>
        <div className={spread.actions}>
          <Button
            missing={form.missing}
            onBlocked={form.showMissing}
            busy={form.busy && !form.isAsking}
            busyLabel="One moment..."
            onClick={form.press}
          >
            {isSubscribing(from, to) ? 'Save and Subscribe' : 'Save'}
          </Button>
          <Link to={paths.dashboard} onClick={() => forgetDraft(choiceDraft)}>
            Leave it as is
          </Link>
        </div>
        {change === null ? null : (
          <Suspense fallback={null}>
            <LateConfirmDialog
              isOpen={form.isAsking}
              title={messagesText('change_frequency')}
              confirm="Yes, change it"
              dismiss="Leave it as is"
              busy={form.busy}
              onConfirm={form.save}
              onClose={form.closeQuestion}
            >
              <WhatFollows account={account} to={change} voids={voids} after={form.preview.data} />
            </LateConfirmDialog>
          </Suspense>
        )}
      </div>
    </div>
  );
}
