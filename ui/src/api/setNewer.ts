import type { DataTag, QueryClient, QueryKey } from '@tanstack/react-query';

/**
 * Puts what the server has just answered into the cache. A request for the same data that began earlier is canceled, because
 * its answer would bring the old data back.
 */
export async function setNewer<Data>(
  client: QueryClient,
  queryKey: DataTag<QueryKey, Data, Error>,
  value: Data | ((known: Data | undefined) => Data | undefined),
): Promise<void> {
  await client.cancelQueries({ queryKey, exact: true });
  client.setQueryData<Data>(queryKey, value as Data);
}
