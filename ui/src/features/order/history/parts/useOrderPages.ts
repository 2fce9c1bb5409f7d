import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Order } from '~/api/order/orders';
import type { Pages } from '~/components/layout/PagedList';
import { type deliveriesByPage, listed, type ordersByPage, withIds } from '../api';

/**
 * Loads a list of orders page by page; `shownIds` says which of them the screen shows. If a page has nothing to show, the
 * next one is loaded too, until something shows or the list ends, because the customer has asked for more.
 */
export function useOrderPages(
  query: typeof ordersByPage | ReturnType<typeof deliveriesByPage>,
  shownIds: (orders: readonly Order[]) => string[],
): Pages<Order> {
  const { data, isError, isFetching, isFetchingNextPage, isFetchNextPageError, fetchNextPage, refetch } =
    // Always reload, because other screens may have changed the list.
    useInfiniteQuery({ ...(query as unknown as typeof ordersByPage), refetchOnMount: 'always' });
  const pages = data?.pages ?? [];
  const { orders, reachedEnd } = listed(pages);
  const ids = shownIds(orders);
  const showsNothingNew = ids.length === shownIds(listed(pages.slice(0, -1)).orders).length;
  const goesOn = !reachedEnd && showsNothingNew && !isError && !isFetching;
  const count = pages.length;
  useEffect(() => {
    // The effect depends on the number of pages too, because two pages may arrive in one render.
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
