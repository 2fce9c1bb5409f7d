import { useState } from 'react';
import { Link } from 'react-router';
import type { Order } from '~/api/orders';
import { Banner } from '~/components/feedback/Banner';
import { Button } from '~/components/form/Button';
import { moneyFormat } from '~/core';
import { declareDraft } from '~/lib/draft/draft';
import { paths } from '~/paths';
import { type Invoice, useApplyCoupon, useApplyGiftCard, useRemoveCoupon, useRemoveGiftCard } from '../api';
import styles from './ConfirmPurchase.module.css';
import { type Address, ExchangeAddress, keptAddress } from './ExchangeAddress';
import { InvoiceTotal } from './InvoiceTotal';
import { PromoField, type TypedCode } from './PromoField';
import { usePurchaseOnce } from './usePurchaseOnce';

/** A discount code may be kept. A gift card's number may not: it is as good as money. */
const discountDraft = declareDraft<TypedCode>({ name: 'discount code', lifetime: 'reload', fields: ['code'] });

/** The invoice, discount code, gift card, exchange address and the purchase button. */
export function ConfirmPurchase({ order, invoice }: { order: Order; invoice: Invoice }) {
  const applyCoupon = useApplyCoupon(invoice);
  const removeCoupon = useRemoveCoupon(invoice);
  const applyGiftCard = useApplyGiftCard(invoice);
  const removeGiftCard = useRemoveGiftCard(invoice);
  const exchanging = invoice.invoice_line_items.some(({ exchange_size }) => exchange_size !== null);
  const [address, setAddress] = useState<Address | null>(keptAddress);
  const { buy, busy, refused } = usePurchaseOnce(order.id, invoice);

  return (
    <section className={styles.panel} aria-label="Your invoice">
      {invoice.undecided > 0 ? (
        <Banner>
          Something in your box has no decision yet. <Link to={paths.review}>Go back to your choices</Link>
        </Banner>
      ) : null}
      <InvoiceTotal invoice={invoice} />
      <div className={styles.promos}>
        <PromoField
          label="Discount code"
          draft={discountDraft}
          applied={invoice.coupon?.code ?? null}
          error="promo_error"
          apply={applyCoupon}
          remove={removeCoupon}
        />
        <PromoField
          label="Gift card"
          applied={
            invoice.gift_card &&
            `ending in ${invoice.gift_card.SMART_CARD_NUM}, ${moneyFormat(invoice.gift_card.AVAILABLE)} on it`
          }
          error="gift_card_error"
          apply={applyGiftCard}
          remove={removeGiftCard}
        />
      </div>
      {exchanging ? <ExchangeAddress address={address} onChange={setAddress} /> : null}
      {refused.length > 0 ? (
        <Banner tone="fault">
          {refused.map((message) => (
            <p key={message}>{message}</p>
          ))}
        </Banner>
      ) : null}
      <Button
        wide
        missing={invoice.undecided > 0 ? ['a decision about every item'] : []}
        busy={busy}
        busyLabel="One moment..."
        onClick={() => void buy(exchanging ? address : null)}
      >
        Complete Purchase
      </Button>
      <p className={styles.small}>Your card on file is charged {moneyFormat(invoice.totalDue)}, once.</p>
    </section>
  );
}
