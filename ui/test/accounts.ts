import type { Account } from '~/api/schema.gen';

/** A customer who has signed up and ordered nothing yet. */
export const ann: Account = {
  id: '0199a000-0000-7000-8000-000000000001',
  email: 'ann@example.com',
  first_name: 'Ann',
  last_name: 'Lee',
  registration_postal_code: '55401',
  phone: null,
  subscription_type: null,
  skip_days: 0,
  cc_expiration: null,
  referral_code: 'ANN123',
  first_timer: true,
  preferred_stylist: null,
  assigned_location_id: null,
  celerant_id: null,
  kount_session_id: 'f0e1d2c3b4a5968778695a4b3c2d1e0f',
  dressing_room_to_go_signup: false,
  themebox_signup: false,
  registered_in_store: false,
  styling_fee_override_code: null,
  registration_shipping_address_complete: false,
  style_profile_complete: false,
  subscription_type_selected: false,
  billing_info_complete: false,
  shipping_addresses: [],
};
