import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { errorsOutcome } from '~/core';
import { attemptKey } from '~/lib/draft/attempt';
import { declareDraft } from '~/lib/draft/draft';
import { forgetDraft } from '~/lib/draft/store';
import { accountQuery } from '~/api/account/record';
import { api } from '~/api/client';
import { ApiError } from '~/api/errors';
import { nextBoxNoteQuery } from './nextBoxNote';
import { type Order, ordersQuery } from './orders';
import { questionnaireQuery } from '~/api/style/questionnaire';
import type { Changes, OrderFields } from '~/api/schema.gen';

interface Attempt {
  key: string;
  order: string;
}

/** The idempotency key of an order whose result is not known. It is no secret. */
const attemptDraft = declareDraft<Attempt>({ name: 'order attempt', lifetime: 'customer', fields: ['key', 'order'] });

/** Makes a call whose failure the screen shows. A 401 still leads to sign-in. */
const quietly = (client: QueryClient, mutationFn: () => Promise<Order>): Promise<Order> =>
  client
    .getMutationCache()
    .build(client, { meta: { quiet: true }, networkMode: 'always' as const, mutationFn })
    .execute(undefined);

/** Orders a box. Repeating the same order makes no second one. */
export async function placeOrder(client: QueryClient, order: OrderFields): Promise<Order> {
  const header = { 'Idempotency-Key': attemptKey(attemptDraft, 'order', order) };
  try {
    const made = await quietly(client, () => api.post('/orders', { header, body: { order } }));
    forgetDraft(attemptDraft);
    return made;
  } catch (error) {
    // Without an answer there may be an order. Trying again uses the same key.
    if (error instanceof ApiError && errorsOutcome({ status: error.status }) === 'refused') forgetDraft(attemptDraft);
    throw error;
  }
}

/** Changes an order before its styling begins. */
export const changeOrder = (client: QueryClient, id: string, order: Changes): Promise<Order> =>
  quietly(client, () => api.patch('/orders/{id}', { path: { id }, body: { order } }));

/** Reloads everything that an order changes. The frequency of boxes is part of the account and of the answers. */
export function useReloadAfterOrder() {
  const client = useQueryClient();
  return () => {
    for (const { queryKey } of [accountQuery, nextBoxNoteQuery, ordersQuery, questionnaireQuery]) {
      void client.invalidateQueries({ queryKey });
    }
  };
}
