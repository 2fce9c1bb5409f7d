import { useQuery } from '@tanstack/react-query';
import { accountQuery } from '~/api/account/record';
import { cardOnFileQuery } from '~/api/card/cardOnFile';
import { nextChargeQuery } from '~/api/payment/nextCharge';
import { ordersQuery } from '~/api/order/orders';
import { NotLoaded } from '~/components/feedback/NotLoaded';
import { MemberPage } from '~/components/layout/MemberPage';
import { EndedSubscription } from '../parts/EndedSubscription';
import { SubscriptionForm } from '../parts/SubscriptionForm';

/** The frequency of boxes, the next box and its price, and how to skip it or pause (spec B, section 2). */
export default function Subscription() {
  // Always reload, because other screens, another tab or the subscription itself may have changed the data.
  const account = useQuery({ ...accountQuery, refetchOnMount: 'always' });
  const orders = useQuery({ ...ordersQuery, refetchOnMount: 'always' });
  const charge = useQuery({ ...nextChargeQuery(), refetchOnMount: 'always' });
  const card = useQuery({ ...cardOnFileQuery, refetchOnMount: 'always' });
  // A change is compared with the present data. If the card cannot be loaded, its own part says so.
  const needed = [account, orders, charge];
  const isNewest = needed.every(({ isFetchedAfterMount, isFetching }) => isFetchedAfterMount || !isFetching);
  if (account.data?.closing && charge.data) return <EndedSubscription charge={charge.data} />;
  if (account.data && orders.data && charge.data && !card.isPending && isNewest) {
    return <SubscriptionForm account={account.data} orders={orders.data} charge={charge.data} card={card} />;
  }
  const retry = () => {
    for (const query of needed) if (!query.data) void query.refetch();
  };
  return (
    <MemberPage title="Your subscription">
      {needed.some(({ isError, data }) => isError && !data) ? (
        <NotLoaded what="your subscription" retry={retry} busy={needed.some(({ isFetching }) => isFetching)} />
      ) : null}
    </MemberPage>
  );
}
