import { useQuery } from '@tanstack/react-query';
import { accountQuery } from '~/api/account';
import { currentOrder, useOrders } from '~/api/orders';
import { useStatus } from '~/api/status';
import { Banner } from '~/components/feedback/Banner';
import { Button } from '~/components/form/Button';
import { PageTitle } from '~/components/layout/PageTitle';
import { dashboardFirstBox } from '~/core';
import { now } from '~/lib/time/clock';
import { BoxTile } from '../parts/BoxTile';
import { DemoBar } from '../parts/DemoBar';
import { FirstBoxTile } from '../parts/FirstBoxTile';
import styles from './Dashboard.module.css';

/** The members' first screen: the current box and what can be done about it. */
export default function Dashboard() {
  // Always reload: other screens may have changed it.
  const { data: account } = useQuery({ ...accountQuery, refetchOnMount: 'always' });
  const { data: orders, isError, refetch } = useOrders();
  const { data: status } = useStatus();
  if (!account) return <PageTitle>Hello</PageTitle>;

  const order = orders ? currentOrder(orders) : null;
  const firstBox = dashboardFirstBox({
    has_current_order: order !== null,
    has_orders: (orders ?? []).length > 0,
    style_profile_complete: account.style_profile_complete,
    subscription_type_selected: account.subscription_type_selected,
    billing_info_complete: account.billing_info_complete,
  });
  return (
    <>
      {status?.demo && order ? <DemoBar /> : null}
      <div className={styles.page}>
        <PageTitle eyebrow="Your dashboard">Hello, {account.first_name}</PageTitle>
        {orders ? firstBox ? <FirstBoxTile firstBox={firstBox} /> : <BoxTile order={order} now={now()} /> : null}
        {isError ? <Unavailable retry={() => void refetch()} /> : null}
      </div>
    </>
  );
}

const Unavailable = ({ retry }: { retry: () => void }) => (
  <Banner>
    <p>We can’t look up your box just now. Nothing is lost.</p>
    <Button variant="quiet" onClick={retry}>
      Try again
    </Button>
  </Banner>
);
