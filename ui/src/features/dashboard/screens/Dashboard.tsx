import { useQuery } from '@tanstack/react-query';
import { accountQuery } from '~/api/account';
import { currentOrder, useOrders } from '~/api/orders';
import { useStatus } from '~/api/status';
import { Banner } from '~/components/feedback/Banner';
import { Button } from '~/components/form/Button';
import { PageTitle } from '~/components/layout/PageTitle';
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
  const signingUp = !order && (!account.billing_info_complete || orders?.length === 0);
  return (
    <>
      {status?.demo && order ? <DemoBar /> : null}
      <div className={styles.page}>
        <PageTitle eyebrow="Your dashboard">Hello, {account.first_name}</PageTitle>
        {orders ? signingUp ? <FirstBoxTile account={account} /> : <BoxTile order={order} now={now()} /> : null}
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
