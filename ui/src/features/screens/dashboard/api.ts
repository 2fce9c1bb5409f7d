import { api } from '~/api/client';
import { useOrderChange } from '~/api/order/orderChange';

/** Extends the checkout. The caller shows a failure. */
export const useExtendCheckout = (id: string) =>
  useOrderChange(() => api.patch('/orders/{id}/extend', { path: { id } }), { quiet: true });

/** Keeps a late order. */
export const useKeepLateOrder = (id: string) => useOrderChange(() => api.post('/orders/{id}/keep', { path: { id } }));
