import { useQuery } from '@tanstack/react-query';
import { Suspense, useEffect, useState } from 'react';
import { useFreshAccount } from '~/api/account/record';
import { cardOnFileQuery } from '~/api/card/cardOnFile';
import { currentOrder, ordersQuery } from '~/api/order/orders';
import { useHolidays } from '~/api/delivery/holidays';
import { useAnswers } from '~/api/style/answers';
import { Banner } from '~/components/feedback/Banner';
import { Spinner } from '~/components/feedback/Spinner';
import { Button } from '~/components/form/Button';
import { PageTitle } from '~/components/layout/PageTitle';
import { lateScreen } from '~/components/layout/lateScreen';
import { type Flow, orderCanEdit } from '~/core';
import { focusHeading } from '~/lib/focusHeading';
import { Navigate } from '~/lib/router/Navigate';
import { paths } from '~/paths';
import { loadDayQuestion, loadStoreQuestion } from './LateParts';
import { OrderForm } from './OrderForm';
import styles from './OrderPage.module.css';
import { titleOf } from './words';

/** Loaded on demand: few customers open the form when there is nothing to order or change. */
const FixedOrder = lateScreen('Your order', async () => ({ default: (await import('./FixedOrder')).FixedOrder }));
const NoOrder = lateScreen('Your order', async () => ({ default: (await import('./NothingToOrder')).NoOrder }));
const Underway = lateScreen('Your order', async () => ({ default: (await import('./NothingToOrder')).Underway }));

interface OrderPageProps {
  flow: Flow;
  /** Null for a new order. */
  orderId: string | null;
}

/** Loads the data of an order, and opens its form if there is something to order or to change. */
export function OrderPage({ flow, orderId }: OrderPageProps) {
  const account = useFreshAccount();
  // Another tab or the subscription may have made an order, or styling may have begun.
  const orders = useQuery({ ...ordersQuery, refetchOnMount: 'always' });
  const card = useQuery({ ...cardOnFileQuery, refetchOnMount: 'always' });
  const answers = useAnswers();
  const holidays = useHolidays();
  const [isDone, setDone] = useState(false);
  const [hasForm, setHasForm] = useState(false);
  // The code of these parts is loaded together with the data.
  useEffect(() => {
    // If it fails, the part itself tries again and says so.
    for (const load of flow === 'pickup' ? [loadDayQuestion, loadStoreQuestion] : [loadDayQuestion])
      load().catch(() => undefined);
  }, [flow]);

  const known = orders.data;
  const { questionnaire } = answers;
  if ((orders.isError && !known) || (holidays.isError && !holidays.data) || (answers.failed && !questionnaire)) {
    const again = () => {
      if (!known) void orders.refetch();
      if (!holidays.data) void holidays.refetch();
      if (!questionnaire) answers.retry();
    };
    return <Waiting title={titleOf(flow, orderId)} retry={again} />;
  }
  // If the card cannot be loaded, its own part says so. The account has its expiration too.
  const isNewest = orders.isFetchedAfterMount || !orders.isFetching;
  if (!account || !known || !questionnaire || !holidays.data || card.isPending || !isNewest) {
    return <Waiting title={titleOf(flow, orderId)} />;
  }

  const order = orderId === null ? null : known.find(({ id }) => id === orderId);
  const underway = currentOrder(known);
  // The order that was just made counts as under way too, so the form stays until the dashboard opens.
  if (!isDone) {
    const isFixed = order ? !orderCanEdit({ status: order.status }) : false;
    if (order === undefined || isFixed || (order === null && underway)) {
      return (
        <Suspense fallback={<Waiting title={titleOf(flow, orderId)} />}>
          {hasForm ? <ShowReplacement /> : null}
          {order ? (
            <FixedOrder order={order} canOrder={underway === null} />
          ) : order === null && underway ? (
            <Underway order={underway} />
          ) : (
            <NoOrder />
          )}
        </Suspense>
      );
    }
  }
  if (order && order.customer_pick_up !== (flow === 'pickup')) {
    return <Navigate replace to={(order.customer_pick_up ? paths.changePickup : paths.changeOrder)(order.id)} />;
  }
  if (!hasForm) setHasForm(true);
  return (
    <OrderForm
      flow={flow}
      order={order ?? null}
      isFirst={known.length === 0}
      account={account}
      card={card}
      answers={answers}
      questionnaire={questionnaire}
      holidays={holidays.data}
      onDone={setDone}
    />
  );
}

/**
 * Scrolls to the message that replaces a form after a change elsewhere, and has it read out, because the focused button of
 * the form is gone.
 */
function ShowReplacement() {
  useEffect(() => {
    window.scrollTo(0, 0);
    focusHeading();
  }, []);
  return null;
}

/** The page while it loads, or after loading failed. */
function Waiting({ title, retry }: { title: string; retry?: () => void }) {
  return (
    <div className={styles.alone}>
      <PageTitle>{title}</PageTitle>
      {retry ? (
        <Banner>
          <p>We can’t open your order right now. Nothing is lost.</p>
          <Button variant="quiet" onClick={retry}>
            Try again
          </Button>
        </Banner>
      ) : (
        <Spinner label="Loading" />
      )}
    </div>
  );
}
