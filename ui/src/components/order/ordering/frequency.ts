import { subscriptionAskedWithBox, subscriptionSkipOffered, type Type } from '~/core';

/** Whether a box comes only if the customer orders one. */
export const isOnDemand = (subscription_type: Type): boolean =>
  subscriptionAskedWithBox({ subscription_type, has_current_order: false });

/** Whether choosing `to` starts a subscription that the customer does not have yet. */
export const isSubscribing = (from: Type | null, to: Type | null): boolean =>
  to !== null && !isOnDemand(to) && (from === null || isOnDemand(from));

/**
 * Whether boxes of this frequency can be skipped at all. Whether the next one can be skipped depends on its day, and the
 * server says so.
 */
export const canSkip = (subscription_type: Type): boolean =>
  subscriptionSkipOffered({ skip_days: 0, has_current_order: false, subscription_type });
