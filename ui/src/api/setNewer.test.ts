import { QueryClient } from '@tanstack/react-query';
import { accountQuery } from '~/api/account/record';
import { ordersQuery } from '~/api/order/orders';
import { setNewer } from './setNewer';
import { dana, box } from '~test/boxes';

/** A client that is loading `query`, and the function that answers it. */
function loading<Data>(queryKey: typeof ordersQuery.queryKey | typeof accountQuery.queryKey, known: Data) {
  const client = new QueryClient();
  client.setQueryData<unknown>(queryKey, known);
  let answer: (data: Data) => void = () => {};
  const answered = new Promise<Data>((resolve) => (answer = resolve));
  // The query reads its signal, as the page's queries do.
  const load = client.fetchQuery<unknown>({ queryKey, queryFn: ({ signal }) => (signal.aborted ? known : answered) });
  return { client, answer, load };
}

test('an answer that is older than the newest data does not replace it', async () => {
  const older = { ...dana, last_name: 'Older' };
  const { client, answer, load } = loading(accountQuery.queryKey, dana);
  await setNewer(client, accountQuery.queryKey, { ...dana, last_name: 'Newest' });
  answer(older);
  await load;
  expect(client.getQueryData(accountQuery.queryKey)?.last_name).toBe('Newest');
});

test('data can be made from what is known', async () => {
  const { client, answer, load } = loading(ordersQuery.queryKey, [box()]);
  await setNewer(client, ordersQuery.queryKey, (orders) => [...(orders ?? []), box({ id: 'o2' })]);
  answer([]);
  await load;
  expect(client.getQueryData(ordersQuery.queryKey)?.map(({ id }) => id)).toEqual(['o1', 'o2']);
});
