import { useEffect, useRef, useState } from 'react';
import { useSettlePickup } from '~/api/delivery/plannedPickup';
import { useAnswers } from '~/api/style/answers';
import type { Account, ErrorBody } from '~/api/schema.gen';
import { ApiError, presentation } from '~/api/errors';
import { dismissFailures, showFailure } from '~/components/feedback/Toaster';
import { Button } from '~/components/form/Button';
import { PageTitle } from '~/components/layout/PageTitle';
import { Link } from '~/lib/router/Link';
import { codesOf, useOrderFirstBox } from '../api';
import spread from '~/components/layout/FormSpread.module.css';
import styles from './CardForm.module.css';
import { DiscountField, focusDiscount } from './DiscountField';
import { type FirstBox, orderFields } from './firstBox';
import own from './OrderWithoutCard.module.css';
import { type Reason, Reasons, reasonsFromBody, reasonsFromError } from './Reasons';
import { StillOpen } from './StillOpen';
import { Summary } from './Summary';
import type { Discount } from './useDiscount';

interface OrderWithoutCardProps {
  account: Account;
  box: FirstBox;
  discount: Discount;
  /** Why the order failed when the card was saved; null if the card was saved before this screen opened. */
  refused: ErrorBody | null;
  onOrdered: () => Promise<void>;
  onOtherCard: () => void;
}

/** The first order of a customer whose card is saved. Says why there is no order yet, with a button that makes it. */
export function OrderWithoutCard({ account, box, discount, refused, onOrdered, onOtherCard }: OrderWithoutCardProps) {
  const { settle } = useAnswers();
  const settlePickup = useSettlePickup();
  const order = useOrderFirstBox();
  const [reasons, setReasons] = useState<Reason[]>(() => (refused ? reasonsFromBody(refused) : []));
  const [busy, setBusy] = useState(false);
  const done = useRef(false);
  const coupon = useRef<HTMLInputElement>(null);
  const main = useRef<HTMLDivElement>(null);

  // The form that had the focus is gone.
  useEffect(() => {
    if (refused === null) main.current?.querySelector('h1')?.focus();
  }, [refused]);

  const refuse = (error: unknown) => {
    showFailure(error, { spoken: false });
    const promoError = error instanceof ApiError ? presentation(error).promo_error : null;
    if (promoError !== null) {
      discount.refuse(promoError);
      focusDiscount(coupon.current);
      return;
    }
    setReasons(reasonsFromError(error));
  };

  const send = async () => {
    // A double press sends once.
    if (done.current) return;
    done.current = true;
    setBusy(true);
    setReasons([]);
    dismissFailures();
    try {
      await Promise.all([settle(), settlePickup()]);
      await order.mutateAsync({
        ...orderFields(box),
        ...(discount.sent === null ? {} : { coupon: discount.sent }),
      });
      await onOrdered();
    } catch (error) {
      // The answer to an earlier press was lost, and the order was made.
      if (codesOf(error).includes('order_unfinished')) {
        await onOrdered();
        return;
      }
      done.current = false;
      setBusy(false);
      refuse(error);
    }
  };

  return (
    <div className={spread.spread}>
      <div ref={main} className={spread.main}>
        <PageTitle
          eyebrow="Your first box"
          lead="Your card is saved. Your box is not ordered yet, and nothing was charged."
        >
          One step to your box
        </PageTitle>
        {reasons.length > 0 ? <Reasons reasons={reasons} onOtherCard={onOtherCard} /> : <StillOpen box={box} />}
        <section className={styles.section} aria-labelledby="discount">
          <h2 id="discount">Your discount</h2>
          <DiscountField discount={discount} input={coupon} />
        </section>
      </div>
      <Summary box={box} discount={discount} onDiscount={() => focusDiscount(coupon.current)} />
      <div className={spread.send}>
        <p className={styles.note}>
          The card on file is used{account.cc_expiration === null ? '' : `, which ends ${account.cc_expiration}`}. You
          do not need to type it again.
        </p>
        <div className={own.actions}>
          <Button onClick={() => void send()} busy={busy} busyLabel="One moment...">
            Order my box
          </Button>
          <Button variant="quiet" onClick={onOtherCard}>
            Use another card or address
          </Button>
          <Link to={box.previous}>Back</Link>
        </div>
      </div>
    </div>
  );
}
