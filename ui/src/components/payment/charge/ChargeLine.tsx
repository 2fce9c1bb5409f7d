import { useQuery } from '@tanstack/react-query';
import { nextChargeQuery } from '~/api/payment/nextCharge';
import type { Order } from '~/api/order/orders';
import type { NextChargeBody } from '~/api/schema.gen';
import { Deadline } from '~/components/calendar/Deadline';
import { chargeWords } from '~/components/payment/chargeWords';
import { type ChargeKind, nextChargeWords } from '~/core';
import { deadlineWords } from '~/lib/time/deadlineWords';
import styles from './ChargeLine.module.css';

interface ChargeLineProps {
  order: Order;
  /** What the charge is probably for. It decides how much space is reserved until the text is loaded. */
  expects?: ChargeKind | null;
  /** The charge, if it is known already; otherwise it is loaded. */
  known?: NextChargeBody | null;
}

/** A text about the next charge of the box under way: how much, when, on which card, and how to pay less. */
export function ChargeLine({ order, expects = 'purchase', known = null }: ChargeLineProps) {
  // Always reload, because decisions, extensions and payments change the charge.
  const loaded = useQuery({ ...nextChargeQuery(), refetchOnMount: 'always', enabled: known === null });
  const charge = known ?? loaded.data;
  return (
    <p className={styles.line} data-room={longestText(order, expects)}>
      <span>
        {charge ? (
          <ChargeText charge={charge} />
        ) : loaded.isError ? (
          'We can’t look up your next charge right now.'
        ) : null}
      </span>
    </p>
  );
}

function ChargeText({ charge }: { charge: NextChargeBody }) {
  const { before, after } = chargeWords(charge);
  if (after === null || charge.on === null) return before;
  return (
    <>
      {before} <Deadline date={charge.on} at={charge.at} length="short" />
      {after}
    </>
  );
}

/** A text that is about as long as the longest possible one. */
function longestText({ payment, checkout_by_date }: Order, what: ChargeKind | null): string {
  const time = what === null ? 'tried_on' : payment ? 'tried_again' : what === 'purchase' ? 'after_try_on' : 'styled';
  const words = nextChargeWords({
    what,
    time,
    amount: '1000.00',
    card: 'American Express ending in 0000',
    undecided: null,
  });
  if (words.after === null) return words.before;
  return `${words.before} ${deadlineWords(checkout_by_date ?? '2026-11-25', null, 'short')}${words.after}`;
}
