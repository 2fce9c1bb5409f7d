import { type Order, statusWords } from '~/api/order/orders';
import { ButtonLink } from '~/components/form/ButtonLink';
import { MemberPage } from '~/components/layout/MemberPage';
import { orderCanEdit } from '~/core';
import { paths } from '~/paths';
import styles from './NothingToOrder.module.css';

/** Shown if a box is under way: no other one can be ordered, and this one can be changed only until its styling begins. */
export function Underway({ order }: { order: Order }) {
  const canEdit = orderCanEdit({ status: order.status });
  const change = order.customer_pick_up ? paths.changePickup : paths.changeOrder;
  return (
    <MemberPage
      eyebrow={`Box ${order.code} · ${statusWords(order)}`}
      title="You have a box under way"
      lead="You can order the next one when this one is done."
    >
      <div className={styles.actions}>
        {canEdit ? <ButtonLink to={change(order.id)}>Change this order</ButtonLink> : null}
        <ButtonLink variant={canEdit ? 'secondary' : 'primary'} to={paths.dashboard}>
          Go to dashboard
        </ButtonLink>
      </div>
    </MemberPage>
  );
}

/** Shown if no order of this customer has the id in the address. */
export const NoOrder = () => (
  <MemberPage
    title="We can’t find this order"
    lead="It may belong to another account. Your dashboard shows the box that is under way."
  >
    <div className={styles.actions}>
      <ButtonLink to={paths.dashboard}>Go to dashboard</ButtonLink>
    </div>
  </MemberPage>
);
