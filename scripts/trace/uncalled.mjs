// The rules without a caller by their own names, each with the reason. A rule that gets a caller must be taken out.

/** Rule → reason. */
export const REASONS = {
  'delivery_calendar.ship_date': 'calendar and server call `ships_on` with plain values, which the rule calls with the days of transit',
  'delivery_calendar.first_open': 'server and `delivery_calendar.default_date` call `first_open_from` with plain values, as the rule does',
  'shop_terms.validate': 'the registry asks it about the terms of a call to `POST /api/rules/{rule}`',
  'pickup_signup.readiness': 'the screen asks `signup.open_choices`, which names what is missing and goes by the same `is_store`',
};
