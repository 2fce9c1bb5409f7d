import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { whyFailed } from '~/api/errors';
import type { Order } from '~/api/order/orders';
import { PageTitle } from '~/components/layout/PageTitle';
import { ChargeLine } from '~/components/payment/charge/ChargeLine';
import { GoingBack, wayBackOf } from '~/components/returns/GoingBack';
import { invoiceKeepBanner } from '~/core';
import { useNavigate } from '~/lib/router/hooks';
import { Link } from '~/lib/router/Link';
import { useOnce } from '~/lib/useOnce';
import { paths } from '~/paths';
import { type Invoice, invoiceQuery, useInvoice } from '../api';
import { CheckoutGate } from '../parts/CheckoutGate';
import { ItemRow } from '../parts/ItemRow';
import { previewOf } from '../parts/preview';
import { RunningTotal } from '../parts/RunningTotal';
import { useDecisions } from '../parts/useDecisions';
import { Waiting } from '../parts/Waiting';
import styles from './Review.module.css';

const title = 'Review Your Order';

/** Asks for a choice for each item (keep, exchange or return), and shows the total so far. */
export default function Review() {
  return <CheckoutGate title={title}>{(order) => <WithInvoice order={order} />}</CheckoutGate>;
}

function WithInvoice({ order }: { order: Order }) {
  const { data: invoice, error, refetch } = useInvoice(order.id);
  if (!invoice) return <Waiting title={title} error={error} retry={() => void refetch()} />;
  return <ReviewForm order={order} invoice={invoice} />;
}

function ReviewForm({ order, invoice }: { order: Order; invoice: Invoice }) {
  const decisions = useDecisions(order);
  const { items, actions, readiness } = decisions;
  const preview = previewOf(items, invoice, actions);
  const back = wayBackOf(order, decisions.decided);
  const open = items.filter((item) => actions.some(({ id, action }) => id === item.id && action === null));
  const [wasSubmitted, setWasSubmitted] = useState(false);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<readonly string[]>([]);
  const once = useOnce();
  const client = useQueryClient();
  const navigate = useNavigate();

  const send = async () => {
    setBusy(true);
    setFailure([]);
    try {
      await decisions.submit();
      await client.fetchQuery(invoiceQuery(order.id));
      await navigate(paths.checkout);
    } catch (error) {
      // A toast has shown the failure too. All choices are kept, except for a size that has sold out.
      setFailure(whyFailed(error));
    } finally {
      setBusy(false);
    }
  };

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (readiness.ready) void once(send);
    else {
      setWasSubmitted(true);
      document.querySelector<HTMLElement>(`#${rowId(open[0]?.id ?? '')} input`)?.focus();
    }
  };

  return (
    <form className={styles.page} onSubmit={submit} noValidate>
      <div className={styles.main}>
        <Link to={paths.stylistNote} className={styles.back}>
          Back to your outfits
        </Link>
        <PageTitle eyebrow={`Box ${order.code}`}>{title}</PageTitle>
        <p className={styles.banner} data-reached={preview.four_items} role="status">
          {invoiceKeepBanner({ kept_or_exchanged: preview.kept_or_exchanged })}
        </p>
        <ul className={styles.items}>
          {items.map((item) => (
            <ItemRow
              key={item.id}
              id={rowId(item.id)}
              item={item}
              pickUp={order.customer_pick_up}
              hasMultiItemDiscount={preview.four_items}
              choice={decisions.choiceFor(item)}
              onChoose={(choice) => decisions.choose(item, choice)}
              message={
                decisions.messageFor(item) ??
                (wasSubmitted && open.includes(item) ? 'Please choose what to do with it.' : undefined)
              }
            />
          ))}
        </ul>
        {back ? <GoingBack order={order} back={back} /> : null}
        <ChargeLine order={order} />
      </div>
      <RunningTotal
        preview={preview}
        invoice={invoice}
        missing={shortList(open.map((item) => item.description))}
        busy={busy}
        failure={failure}
      />
    </form>
  );
}

/** The names; if there are many, the first ones and a count of the others. */
const shortList = (names: readonly string[]) =>
  names.length <= maxNames ? names : [...names.slice(0, maxNames - 1), `and ${names.length - maxNames + 1} more`];
const maxNames = 3;

const rowId = (itemId: string) => `item-${itemId}`;
