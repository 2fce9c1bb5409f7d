import { queryOptions, useQuery } from '@tanstack/react-query';
import { zipRead } from '~/core';
import { api } from '~/api/client';

/**
 * Returns the first five digits of a complete ZIP code, otherwise null. The last four digits of a ZIP+4 code name only a
 * street in that place.
 */
export const areaOf = (zip: string): string | null => zipRead(zip)?.slice(0, 5) ?? null;

/** The place of a ZIP code's first five digits. */
export const placeQuery = (area: string) =>
  queryOptions({
    queryKey: ['postal code', area],
    queryFn: ({ signal }) =>
      api.get('/postal_codes/{postal_code}', { path: { postal_code: area }, signal, anonymous: true }),
    staleTime: Number.POSITIVE_INFINITY,
    // The look-up is optional: an unknown ZIP code or a failed call shows nothing.
    retry: false,
    meta: { public: true, background: true, quiet: true },
  });

/** The place of a ZIP code; null while it is incomplete or being looked up, and if it is not known. */
export function usePlace(zip: string) {
  const area = areaOf(zip);
  const { data, isFetching } = useQuery({ ...placeQuery(area ?? ''), enabled: area !== null });
  return { place: data ?? null, looking: isFetching };
}
