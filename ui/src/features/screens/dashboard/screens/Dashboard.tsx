import { type RefetchQueryFilters, useQuery, useQueryClient } from '@tanstack/react-query';
import { Suspense } from 'react';
import { accountQuery, primaryAddress } from '~/api/account/record';
import { useBankAnswer } from '~/api/payment/bank';
import type { CardLocked } from '~/components/card/lockedCard';
import { currentOrder, ordersQuery, wasLost } from '~/api/order/orders';
import { useStatus } from '~/api/status';
import { NotLoaded } from '~/components/feedback/NotLoaded';
import { latePart, optionalPart } from '~/components/feedback/latePart';
import { PageTitle } from '~/components/layout/PageTitle';
import { signupProgressOf } from '~/components/screens/onward/onward';
import { AddressOffer } from '~/components/account/address/suggestion/AddressOffer';
import { dashboardFirstBox, dashboardFirstBoxWords } from '~/core';
import { useLocation } from '~/lib/router/hooks';
import { now } from '~/lib/time/clock';
import { useAskingAgain } from '../follow';
import { BoxTile } from '../parts/BoxTile';
import { CardBanner } from '../parts/CardBanner';
import { ShortTiles } from '../parts/ShortTiles';
import styles from './Dashboard.module.css';

/** Loaded only in demo mode. */
const DemoBar = optionalPart(async () => ({ default: (await import('../parts/DemoBar')).DemoBar }));

/** Loaded only if the customer comes from the page for changing the card and may not change it. */
const LockedCard = optionalPart(() => import('../parts/LockedCard'));

/** Loaded only before the first box. */
const FirstBoxTile = latePart(async () => ({ default: (await import('../parts/FirstBoxTile')).FirstBoxTile }));

/** The failed queries of the screen: the box and the data of the tiles below it. */
const failed: RefetchQueryFilters = { type: 'active', predicate: ({ state }) => state.status === 'error' };

/** The members' first screen: the current box and its actions. */
export default function Dashboard() {
  // Always reload, because other screens, staff or another tab may have changed the data.
  const { data: account } = useQuery({ ...accountQuery, refetchOnMount: 'always' });
  const { data: orders, isError } = useQuery({ ...ordersQuery, refetchOnMount: 'always' });
  const client = useQueryClient();
  const { data: status } = useStatus();
  const cameWith: Partial<CardLocked> | null = useLocation().state;
  const order = orders ? currentOrder(orders) : null;
  useAskingAgain(order !== null);
  useBankAnswer(order?.id ?? '', order?.payment?.problem === 'confirm');
  if (!account) {
    return (
      <div className={styles.page}>
        <PageTitle eyebrow="Your dashboard">Hello</PageTitle>
      </div>
    );
  }

  const signup = signupProgressOf(account, orders ?? []);
  const firstBox = dashboardFirstBox(signup);
  const firstBoxWords = dashboardFirstBoxWords(signup);
  return (
    <>
      {/* The bar's space is reserved without a box too, because at first it is not known whether there is one. */}
      {status?.demo ? (
        <div className={styles.demo}>
          {order ? (
            <Suspense fallback={null}>
              <DemoBar />
            </Suspense>
          ) : null}
        </div>
      ) : null}
      <div className={styles.page}>
        <PageTitle eyebrow="Your dashboard">Hello, {account.first_name}</PageTitle>
        {cameWith?.cardLocked && orders ? (
          <Suspense fallback={null}>
            <LockedCard account={account} order={order} />
          </Suspense>
        ) : null}
        <CardBanner expiration={account.cc_expiration} now={now()} />
        <AddressOffer address={primaryAddress(account)} />
        {orders ? (
          firstBox && firstBoxWords ? (
            <div className={styles.firstBox}>
              <Suspense fallback={null}>
                <FirstBoxTile firstBox={firstBox} words={firstBoxWords} />
              </Suspense>
            </div>
          ) : (
            <BoxTile order={order ?? orders.slice(0, 1).find(wasLost) ?? null} now={now()} />
          )
        ) : null}
        {isError ? <NotLoaded what="your box" retry={() => void client.refetchQueries(failed)} /> : null}
        {/* The tiles are not shown earlier, because the box, whose height is not known before, would push them down. */}
        {orders || isError ? <ShortTiles account={account} saysFailures={!isError} /> : null}
      </div>
    </>
  );
}
