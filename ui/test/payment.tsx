import { screen } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import type { Account, LocationBody, SavedCard, SignupCodeBody, ThemeBox } from '~/api/schema.gen';
import { ann } from './accounts';
import { box } from './boxes';
import { enter } from './enter';
import { openPage } from './openPage';
import { answered, holidays, questionnaireOf } from './quiz';
import { type Handlers, serve } from './server';

export const savedCard: SavedCard = {
  brand: 'Visa',
  last_four: '4242',
  expiration: '12/30',
  order_id: 'o1',
  order_error: null,
};

/** Ann, whose address and phone are known, so that only the card is asked for. */
export const annAtHome: Account = {
  ...ann,
  phone: '6125550142',
  shipping_addresses: [
    {
      id: 'a1',
      name: 'Ann Lee',
      phone: '6125550142',
      shipping_line_1: '118 Nicollet Mall',
      shipping_phone: '6125550142',
      suggestion: null,
      undeliverable: false,
      shipping_line_2: null,
      shipping_city: 'Minneapolis',
      shipping_state: 'MN',
      shipping_postal_code: '55401',
      is_primary: true,
    },
  ],
};

/** Ann with a card on file. */
export const annWithCard: Account = {
  ...annAtHome,
  billing_info_complete: true,
  cc_expiration: '12/30',
  payment_needed: false,
  celerant_id: '123456789',
};

export const hello25: SignupCodeBody = {
  code: 'Hello25',
  kind: 'amount_off',
  value: '25.00',
  description: '$25.00 off',
  invited_by: null,
  ended: null,
};

export const edina: LocationBody = {
  id: 'L01',
  name: 'Edina Galleria',
  address_line_1: '3510 Galleria',
  address_city: 'Edina',
  address_state: 'MN',
  address_postal_code: '55435',
  label: 'Minnesota - Edina Galleria',
  pickup: true,
  hidden: false,
  opening_hours: [],
  store_days: { transit_days: 0, closed_dates: [] },
};

export const dateNight: ThemeBox = {
  theme: 'date_night',
  label: 'Date Night',
  description: 'For an evening out.',
  attachment: { href: '/themes/date.svg' },
};

/** The answers of the steps before the card. */
export const chosen = { ...answered, subscription_type: 'subscription_60_day', ship_by_date: '2026-11-30' };

export const sendButton = () => screen.getByRole('button', { name: /order my box|save my card/i });

/** Opens the payment form. `handlers` replace the server's default answers. */
export async function openPayment(handlers: Handlers = {}) {
  const server = serve({
    'GET /account': { body: annAtHome },
    'GET /account/signup_code': { body: hello25 },
    'GET /locations': { body: { locations: [edina] } },
    'GET /current_themeboxes': { body: { results: [dateNight] } },
    'GET /holidays': { body: holidays },
    'GET /orders': { body: { orders: [box({ status: 'created' })] } },
    'GET /questionnaire': { body: questionnaireOf(chosen) },
    'POST /credit_cards': { status: 201, body: savedCard },
    ...handlers,
  });
  const page = openPage('/payment/billing');
  await screen.findByRole('heading', { level: 1, name: /Address and payment|One step to your box/ });
  return { ...server, ...page };
}

export async function typeCard(user: UserEvent, number = '4242424242424242') {
  await enter(user, screen.getByLabelText(/^Card number/), number);
  await enter(user, screen.getByLabelText(/^Expiration/), '12/30');
  await enter(user, screen.getByLabelText(/^CVV/), '123');
}
