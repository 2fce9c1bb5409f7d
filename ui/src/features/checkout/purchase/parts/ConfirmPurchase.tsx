import { useQuery } from '@tanstack/react-query';
import { cardOnFileQuery } from '~/api/card/cardOnFile';
import type { Order } from '~/api/order/orders';
import { CardLine } from '~/components/card/CardLine';
import { Banner } from '~/components/feedback/Banner';
import { Button } from '~/components/form/Button';
import { invoiceCharge, messagesText, moneyFormat } from '~/core';
import { declareDraft } from '~/lib/draft/draft';
import { Link } from '~/lib/router/Link';
import { paths } from '~/paths';
import { type Invoice, useApplyCoupon, useApplyGiftCard, useRemoveCoupon, useRemoveGiftCard } from '../api';
import styles from './ConfirmPurchase.module.css';
import { ExchangeAddress } from './ExchangeAddress';
import { InvoiceTotal } from './InvoiceTotal';
import { PromoField, type TypedCode } from './PromoField';
import { useExchangeAddress } from './useExchangeAddress';
import { usePurchaseOnce } from './usePurchaseOnce';

/** A discount code may be kept. A gift card's number may not, because it is as good as money. */
export const discountDraft = declareDraft<TypedCode>({ name: 'discount code', lifetime: 'customer', fields: ['code'] });

interface ConfirmPurchaseProps {
  order: Order;
  invoice: Invoice;
  /** Called when the purchase is sent. */
  onSent: () => void;
}

/** The invoice, discount code, gift card, exchange address and the purchase button. */
export function ConfirmPurchase({ order, invoice, onSent }: ConfirmPurchaseProps) {
  const applyCoupon = useApplyCoupon(invoice);
  const removeCoupon = useRemoveCoupon(invoice);
  const applyGiftCard = useApplyGiftCard(invoice);
  const removeGiftCard = useRemoveGiftCard(invoice);
  const exchanging = invoice.invoice_line_items.some(({ exchange_size }) => exchange_size !== null);
  const exchange = useExchangeAddress(order.id);
  const isAddressOpen = exchanging && exchange.asking;
  const card = useQuery(cardOnFileQuery);
  const { buy, busy, refused, refusedAddress } = usePurchaseOnce(order.id, invoice);
  // The invoice says why the newest payment was declined, also after a reload.
  const refusals = new Set(busy || invoice.declined === null ? refused : [...refused, invoice.declined]);

  return (
    <section className={styles.panel} aria-label="Your invoice">
      {invoice.undecided > 0 ? (
        <Banner>
          Something in your box still needs a decision. <Link to={paths.review}>Go back to your choices</Link>
        </Banner>
      ) : null}
      {invoice.ended_coupon === null ? null : (
        <Banner>
          {invoice.ended_coupon}: {messagesText('coupon_ended')}
        </Banner>
      )}
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
      {exchanging ? <ExchangeAddress order={order} exchange={exchange} refused={refusedAddress} /> : null}
      <section className={styles.card} aria-label="Payment">
        {/* After a decline the link to another card is shown with the reason. */}
        <CardLine card={card} hasLink={invoice.declined === null} />
      </section>
      {refusals.size > 0 ? (
        <Banner tone="fault">
          {[...refusals].map((message) => (
            <p key={message}>{message}</p>
          ))}
          {invoice.declined === null ? null : (
            <p>
              <Link to={paths.changePayment} state={{ prevPath: paths.checkout }}>
                Use another card
              </Link>
            </p>
          )}
        </Banner>
      ) : null}
      <Button
        wide
        missing={[
          ...(invoice.undecided > 0 ? ['a decision about every item'] : []),
          ...(isAddressOpen ? ['your other address: use it, or cancel'] : []),
        ]}
        busy={busy}
        busyLabel="One moment..."
        onClick={() => {
          onSent();
          void buy(exchanging ? exchange.address : null);
        }}
      >
        Complete Purchase
      </Button>
      {/* The charge is known once every item is decided. */}
      {invoice.undecided > 0 ? null : <p className={styles.small}>{invoiceCharge({ total_due: invoice.totalDue })}</p>}
    </section>
  );
}
