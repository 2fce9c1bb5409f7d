import type { Account, NextChargeBody } from '~/api/schema.gen';
import { BoxDay } from '~/components/subscription/BoxDay';
import { Row, RowNote, Rows } from '~/components/layout/Rows';
import { Price } from '~/components/values/Price';
import { FrequencyTerms } from '~/components/order/ordering/FrequencyTerms';
import { isOnDemand } from '~/components/order/ordering/frequency';
import { messagesText, subscriptionLabel, type Type } from '~/core';

interface WhatFollowsProps {
  account: Account;
  to: Type;
  /** Whether the change undoes a skip. */
  voids: boolean;
  /** The next charge after the change; undefined while it is not known. */
  after: NextChargeBody | undefined;
}

/** What follows from another frequency: the old one, the new one, the next box, the price, and how to stop. */
export function WhatFollows({ account, to, voids, after }: WhatFollowsProps) {
  const from = account.subscription_type;
  return (
    <>
      <Rows>
        <Row name="Until now">{from === null ? 'Not chosen' : subscriptionLabel({ subscription_type: from })}</Row>
        <Row name="From now on">{subscriptionLabel({ subscription_type: to })}</Row>
        <Row name="Next box">{after ? <After after={after} to={to} /> : '–'}</Row>
      </Rows>
      <p>
        <FrequencyTerms account={account} value={to} isAtSubscription />
      </p>
      {voids ? <p>{messagesText('change_voids')}</p> : null}
    </>
  );
}

function After({ after, to }: { after: NextChargeBody; to: Type }) {
  if (after.box) {
    return (
      <>
        <BoxDay box={after.box} />
        {after.amount === null ? null : (
          <RowNote>
            Styling fee <Price amount={after.amount} />
          </RowNote>
        )}
      </>
    );
  }
  // On demand, no box is planned.
  if (isOnDemand(to)) return 'When you order one';
  return after.order_id === null ? 'Its day depends on your first box' : 'Its day depends on the box under way';
}
