import { useState } from 'react';
import { Button } from '~/components/form/Button';
import { coversBottom } from '~/components/layout/coveringBar';
import { checkoutLeastCharge, moneyFormat, type Preview } from '~/core';
import type { Invoice } from '../api';
import { InvoiceRows } from './InvoiceRows';
import styles from './RunningTotal.module.css';

interface RunningTotalProps {
  preview: Preview;
  invoice: Invoice;
  /** The items without a decision. */
  missing: readonly string[];
  busy: boolean;
  /** Why the choices could not be sent. */
  failure: readonly string[];
}

/** The total of the choices so far. It is beside the items on a wide screen, and below them on a phone. */
export function RunningTotal({ preview, invoice, missing, busy, failure }: RunningTotalProps) {
  const [open, setOpen] = useState(false);
  const { undecided } = preview;
  const { charged, forgiven } = checkoutLeastCharge(preview);
  return (
    <section ref={coversBottom} className={styles.panel} aria-label="Your total" data-open={open}>
      <div className={styles.rows} id="breakdown">
        <InvoiceRows
          amounts={{
            ...preview,
            coupon_code: invoice.coupon?.code ?? null,
            shipping_tax: invoice.precheckout_ship_tax2_amount_estimate,
            forgiven,
            tax_is_estimated: invoice.tax_rate_is_estimate,
          }}
        />
      </div>
      <div className={styles.due}>
        <p className={styles.label}>
          {undecided > 0 ? 'Total so far' : invoice.tax_rate_is_estimate ? 'Estimated total' : 'Total due'}
          <button
            type="button"
            className={styles.toggle}
            aria-expanded={open}
            aria-controls="breakdown"
            onClick={() => setOpen(!open)}
          >
            {open ? 'Hide details' : 'Details'}
          </button>
        </p>
        <output className={styles.amount} aria-live="polite">
          <span key={charged} className={styles.change}>
            {moneyFormat(charged)}
          </span>
        </output>
      </div>
      <Button type="submit" wide missing={missing} busy={busy} busyLabel="One moment..." failure={failure}>
        Review Order
      </Button>
    </section>
  );
}
