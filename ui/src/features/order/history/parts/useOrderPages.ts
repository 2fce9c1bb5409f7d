import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Order } from '~/api/orders';
import type { Pages } from '~/components/layout/PagedList';
import { type deliveriesByPage, listed, type ordersByPage, withIds } from '../api';

/**
 * Loads a list of orders page by page; `shownIds` says which of them the screen shows. A page with nothing to show is no
 * answer to a customer who asked for more: the next one is loaded too, until something shows or the list ends.
 */
export function useOrderPages(
  query: typeof ordersByPage | ReturnType<typeof deliveriesByPage>,
  shownIds: (orders: readonly Order[]) => string[],
): Pages<Order> {
  const { data, isError, isFetching, isFetchingNextPage, isFetchNextPageError, fetchNextPage, refetch } =
    // Always reload: other screens may have changed it.
    useInfiniteQuery({ ...(query as unknown as typeof ordersByPage), refetchOnMount: 'always' });
  const pages = data?.pages ?? [];
  const { orders, reachedEnd } = listed(pages);
  const ids = shownIds(orders);
  const showsNothingNew = ids.length === shownIds(listed(pages.slice(0, -1)).orders).length;
  const goesOn = !reachedEnd && showsNothingNew && !isError && !isFetching;
  const count = pages.length;
  useEffect(() => {
    // For each page: two that come at once are one render.
    if (goesOn && count > 0) void fetchNextPage();
  }, [goesOn, count, fetchNextPage]);

  return {
    items: withIds(orders, ids),
    isThere: data !== undefined,
    reachedEnd,
    isFailed: isError,
    isLoading: isFetchingNextPage || (isError && isFetching),
    more: () => void fetchNextPage(),
    retry: () => void (isFetchNextPageError ? fetchNextPage() : refetch()),
  };
}
