import { useAccount } from '~/api/account';
import { currentOrder, useOrders } from '~/api/orders';
import { now, useStatus } from '~/api/status';
import { PageTitle } from '~/components/PageTitle';
import { BoxTile } from './BoxTile';
import { CardBanner } from './CardBanner';
import styles from './Dashboard.module.css';
import { DemoBar } from './DemoBar';
import { FirstBoxTile } from './FirstBoxTile';

/** The members' first screen: where the customer's box is, and what can be done about it. */
export default function Dashboard() {
  const { data: account } = useAccount();
  const { data: orders } = useOrders();
  const { data: status } = useStatus();
  if (!account || !orders) return <PageTitle>Hello</PageTitle>;

  const order = currentOrder(orders);
  const signingUp = !order && !account.billing_info_complete;
  return (
    <>
      {status?.demo && order ? <DemoBar /> : null}
      <div className={styles.page}>
        <CardBanner expiration={account.cc_expiration} />
        <PageTitle eyebrow="Your dashboard">Hello, {account.first_name}</PageTitle>
        {signingUp ? <FirstBoxTile account={account} /> : <BoxTile order={order} now={now()} />}
      </div>
    </>
  );
}
