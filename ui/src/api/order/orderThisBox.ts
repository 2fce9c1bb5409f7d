import type { QueryClient } from '@tanstack/react-query';
import { deliveryCalendarDefaultDate, deliveryOrderReadiness, stylingFeeAmount } from '~/core';
import { now } from '~/lib/time/clock';
import { accountQuery, primaryAddress } from '~/api/account/record';
import { cardOnFileQuery } from '~/api/card/cardOnFile';
import { holidaysQuery } from '~/api/delivery/holidays';
import { currentOrder, type Order, ordersQuery } from './orders';
import { placeOrder } from './placeOrder';
import { customerAddress } from '~/api/account/postalAddress';
import { sendAllAnswers } from '~/api/style/answers';
import { questionnaireQuery } from '~/api/style/questionnaire';
import { thisBoxQuery } from './thisBox';
import type { MaskedCardInfo, ShippingAddress } from '~/api/schema.gen';
import { setNewer } from '~/api/setNewer';

/** A theme box as one press orders it: for the default day, to the customer's address. */
export interface ThisBox {
  day: string;
  address: ShippingAddress;
  /** Null if it could not be loaded. */
  card: MaskedCardInfo | null;
  fee: string;
}

/** Plans a theme box. Null if something is missing or a box is under way; the order form then says what. */
export async function planThisBox(client: QueryClient): Promise<ThisBox | null> {
  const [account, orders] = await Promise.all([
    client.fetchQuery({ ...accountQuery, staleTime: 0 }),
    client.fetchQuery({ ...ordersQuery, staleTime: 0 }),
  ]);
  const { cc_expiration, subscription_type } = account;
  const address = primaryAddress(account);
  // Nobody is subscribed without being asked: the form asks how often boxes come.
  if (currentOrder(orders) || cc_expiration === null || subscription_type === null || !address) return null;
  const holidays = await client.ensureQueryData(holidaysQuery);
  const { responses } = await client.ensureQueryData(questionnaireQuery);
  const present = { now: now(), holidays };
  const day = deliveryCalendarDefaultDate(present);
  const { ready } = deliveryOrderReadiness({
    ...present,
    card: { expiration: cc_expiration },
    shipping_address: customerAddress(address),
    ship_by_date: day,
    responses,
  });
  if (!ready || day === null) return null;
  const { first_timer, styling_fee_override_code } = account;
  const fee = stylingFeeAmount({ first_timer, styling_fee_override_code, subscription_type, now: present.now });
  const card = await client.fetchQuery({ ...cardOnFileQuery, staleTime: 0 }).catch(() => null);
  return { day, address, card: card?.card_info ?? null, fee };
}

/**
 * Orders a theme box as the customer has `seen` it. Null if the order form has to ask for something, or if the box would
 * differ from the one that was seen. The cache then has the box as it would be.
 */
export async function orderThisBox(client: QueryClient, theme: string, seen: ThisBox): Promise<Order | null> {
  await client.ensureQueryData(questionnaireQuery);
  await sendAllAnswers(client);
  const box = await planThisBox(client);
  await setNewer(client, thisBoxQuery.queryKey, box);
  if (JSON.stringify(box) !== JSON.stringify(seen)) return null;
  return placeOrder(client, {
    customer_pick_up: false,
    ship_by_date: seen.day,
    themebox_sign_up: true,
    themebox: theme,
  });
}
