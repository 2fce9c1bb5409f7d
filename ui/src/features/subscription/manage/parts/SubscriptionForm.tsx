import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { Suspense, useRef, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { primaryAddress } from '~/api/account';
import { ApiError, errorsOf, isUnreached } from '~/api/errors';
import { nextChargeQuery } from '~/api/nextCharge';
import { currentOrder, type Order } from '~/api/orders';
import type { Account, MaskedCardInfo, NextChargeBody } from '~/api/schema.gen';
import { Banner } from '~/components/feedback/Banner';
import { NotLoaded } from '~/components/feedback/NotLoaded';
import { dismissFailures, showSuccess } from '~/components/feedback/Toaster';
import { Button } from '~/components/form/Button';
import { ChoiceCards } from '~/components/form/ChoiceCards';
import { ErrorSummary } from '~/components/form/ErrorSummary';
import parts from '~/components/form/Question.module.css';
import spread from '~/components/layout/FormSpread.module.css';
import { PageTitle } from '~/components/layout/PageTitle';
import { AddressBlock, unsavedAddress } from '~/components/order/on-file/AddressBlock';
import { CardWarning } from '~/components/order/on-file/CardWarning';
import { PaymentBlock } from '~/components/order/on-file/PaymentBlock';
import { canSkip, isOnDemand, isSubscribing } from '~/components/order/ordering/frequency';
import {
  cardChangeAccess,
  messagesText,
  subscriptionChange,
  subscriptionChangeNeedsConfirmation,
  subscriptionLabel,
  subscriptionNoneBecause,
  subscriptionOptions,
  type Type,
} from '~/core';
import { useDraftState } from '~/lib/draft/useDraft';
import { forgetDraft } from '~/lib/draft/store';
import { now } from '~/lib/time/clock';
import { paths } from '~/paths';
import { useChangeFrequency } from '../api';
import { choiceDraft, unchosen } from './choice';
import { LateConfirmDialog } from './LateConfirmDialog';
import { NextCharge } from './NextCharge';
import { SkipBox } from './SkipBox';
import styles from './SubscriptionForm.module.css';
import { WhatFollows } from './WhatFollows';

interface SubscriptionFormProps {
  account: Account;
  orders: readonly Order[];
  charge: NextChargeBody;
  card: Pick<UseQueryResult<MaskedCardInfo | null>, 'data' | 'refetch' | 'isError'>;
}

const frequencyId = 'frequency';
const addressId = 'address';

/** The form of the subscription, with the next charge beside it. */
export function SubscriptionForm({ account, orders, charge, card }: SubscriptionFormProps) {
  const navigate = useNavigate();
  const [choice, setChoice] = useDraftState(choiceDraft, unchosen);
  const [asking, setAsking] = useState(false);
  const [isAddressOpen, setAddressOpen] = useState(false);
  const [wasPressed, setWasPressed] = useState(false);
  const [attempt, setAttempt] = useState(0);
  const saved = useRef(false);
  const change = useChangeFrequency();
  const order = currentOrder(orders);
  const { box } = charge;

  const access = cardChangeAccess({
    first_timer: account.first_timer,
    has_current_order: order !== null,
    celerant_id: account.celerant_id,
    payment_needed: account.payment_needed,
  });
  const from = account.subscription_type;
  // The default of an abandoned account is a choice that is seen, and saved only by the button.
  const to = choice.frequency ?? from ?? access.default_subscription;
  const isChanged = to !== null && to !== from;
  const voids =
    isChanged && from !== null && subscriptionChangeNeedsConfirmation({ skip_days: account.skip_days, from, to });
  const preview = useQuery({ ...nextChargeQuery(to), enabled: isChanged });
  const address = primaryAddress(account);
  const isOpenAddress = isAddressOpen && address !== null;
  const missing = [
    ...(to === null ? [{ id: frequencyId, name: 'how often boxes come' }] : []),
    ...(isOpenAddress ? [{ id: addressId, name: unsavedAddress }] : []),
  ];

  const save = async () => {
    // A second press while the dashboard loads does nothing.
    if (saved.current) return;
    dismissFailures();
    try {
      if (isChanged) {
        const known = choice.frequency === null ? from : choice.from;
        const { account: latest, isSaved } = await change.mutateAsync({
          to,
          from: known,
          skip_days: account.skip_days,
        });
        if (!isSaved) {
          setChoice(({ frequency }) => ({ frequency, from: latest.subscription_type }));
          setAsking(false);
          setAttempt((count) => count + 1);
          return;
        }
      }
      saved.current = true;
      forgetDraft(choiceDraft);
      if (isChanged) showSuccess(messagesText('changes_saved'));
      const { styling_fee_override_code } = account;
      const fee =
        isChanged && from !== null ? subscriptionChange({ from, to, styling_fee_override_code, now: now() }) : null;
      if (fee) showSuccess(fee);
      await navigate(paths.dashboard);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      // A toast says why, unless there was no answer.
      setAttempt((count) => count + 1);
    }
    setAsking(false);
  };
  const skips = from !== null && canSkip(from);
  const failure = change.error instanceof ApiError ? change.error : null;
  const refusal = failure && !isUnreached(failure) ? errorsOf(failure)[0]?.message : undefined;
  const elsewhere = change.data?.isSaved === false ? messagesText('changed_elsewhere') : undefined;

  return (
    <div className={spread.spread}>
      <div className={`${spread.main} ${spread.ruled}`}>
        <PageTitle
          eyebrow={from === null ? 'Not chosen yet' : subscriptionLabel({ subscription_type: from })}
          lead={`Choose how often boxes come${skips ? ', skip one,' : ''} or pause. Your choice takes effect once you save it.`}
        >
          Your subscription
        </PageTitle>
        <ErrorSummary
          faults={elsewhere ? [{ id: frequencyId, label: 'How often boxes come', message: elsewhere }] : []}
          attempt={attempt}
          unreached={failure !== null && isUnreached(failure)}
        />
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
        <div className={spread.part}>
          <ChoiceCards
            id={frequencyId}
            legend={<span className={parts.title}>How often boxes come</span>}
            choices={subscriptionOptions().map(({ subscription_type, label }) => ({
              value: subscription_type,
              label,
              description: isOnDemand(subscription_type)
                ? 'Pauses your subscription: a box comes only when you order one.'
                : undefined,
            }))}
            value={to}
            onChange={(frequency) => {
              change.reset();
              setChoice({ frequency: frequency as Type, from: choice.frequency === null ? from : choice.from });
            }}
            message={refusal ?? elsewhere ?? (wasPressed && to === null ? messagesText('required') : undefined)}
            required
          />
          <div className={styles.after} role="status" aria-label="What happens next">
            {isChanged ? (
              <>
                <h3 className={styles.title}>What happens once you save</h3>
                <WhatFollows account={account} to={to} voids={voids} after={preview.data} />
              </>
            ) : null}
          </div>
          {isChanged && preview.isError && !preview.data ? (
            <NotLoaded what="the day of your next box" retry={() => void preview.refetch()} busy={preview.isFetching} />
          ) : null}
        </div>
        <AddressBlock
          id={addressId}
          title="Where boxes go"
          account={account}
          address={address}
          onOpenChange={setAddressOpen}
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
            missing={missing.map(({ name }) => name)}
            onBlocked={() => {
              setWasPressed(true);
              document.getElementById(missing[0]?.id ?? '')?.focus();
            }}
            busy={change.isPending && !asking}
            busyLabel="One moment..."
            onClick={() => (voids ? setAsking(true) : void save())}
          >
            {isSubscribing(from, to) ? 'Save and Subscribe' : 'Save'}
          </Button>
          <Link to={paths.dashboard} onClick={() => forgetDraft(choiceDraft)}>
            Leave it as is
          </Link>
        </div>
        {isChanged ? (
          <Suspense fallback={null}>
            <LateConfirmDialog
              isOpen={asking}
              title={messagesText('change_frequency')}
              confirm="Yes, change it"
              dismiss="Leave it as is"
              busy={change.isPending}
              onConfirm={() => void save()}
              onClose={() => setAsking(false)}
            >
              <WhatFollows account={account} to={to} voids={voids} after={preview.data} />
            </LateConfirmDialog>
          </Suspense>
        ) : null}
      </div>
    </div>
  );
}

/** What the customer should know before a change: that a card is missing, or that pick-ups are ordered one by one. */
function AccountBanner({ account, addLabel }: { account: Account; addLabel: string }) {
  if (account.celerant_id === null) {
    return (
      <Banner>
        <p>Your first box is waiting for a payment card. Nothing is charged before its styling begins.</p>
        <p>
          <Link to={`${paths.changePayment}?redirectTo=${paths.manageSubscription}`}>{addLabel}</Link>
        </p>
      </Banner>
    );
  }
  if (account.dressing_room_to_go_signup) {
    return (
      <Banner>
        A box that you pick up at a store is always ordered by you. With a subscription, boxes are sent to your address
        as well.
      </Banner>
    );
  }
  return null;
}
