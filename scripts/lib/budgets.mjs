// Size budgets of the page, in KB after gzip.

/** The rules as WebAssembly. */
export const WASM_KB = 110;

/** The one style sheet of all screens. A screen that was rendered when the page was built has it inside. */
export const STYLES_KB = 26;

/** The document of a screen that was rendered when the page was built, with its styles and its first picture. */
export const DOCUMENT_KB = 35;

/** The files that a first visit needs before it can be used: the document, scripts, styles and the rules. */
export const FILES = 12;

/** The JavaScript that a screen needs before it can be used, by its path in `ui/src/app/router.tsx`. */
export const SCREENS_KB = {
  '/welcome': 136,
  '/login': 196,
  '/forgot_password': 168,
  '/reset_password': 168,
  '/confirm_email': 166,
  '/register': 196,
  '/register-themebox': 196,
  '/stylebox-store-signup': 206,
  '/stylebox-store-signup-location': 221,
  '/stylebox-store-signup-phone': 176,
  '/theme/box': 166,
  '/order-theme-box': 166,
  '/catalog-qr': 166,
  '/quiz/:step': 174,
  '/q/stylist': 174,
  '/quiz/delivery': 221,
  '/schedule-pickup': 221,
  '/schedule-pickup-in-store': 221,
  '/quiz/confirmation': 221,
  '/payment/shipping': 181,
  '/payment/:step': 181,
  '/account/confirmation': 181,
  '/change/payment': 181,
  '/account/management': 175,
  '/orderhistory': 144,
  '/orderhistory/:id': 144,
  '/account/purchase-history': 144,
  '/account/stylist-notes': 144,
  '/refer/friend': 144,
  '/styleprofile': 178,
  '/edit-profile/:section': 178,
  '/dashboard': 201,
  '/checkout/stylist-note': 201,
  '/checkout/review': 201,
  '/checkout/confirmation': 201,
  '/checkout/success': 201,
  '/checkout/success-drtg': 201,
  '/customize/order/order': 180,
  '/customize/order/:step': 180,
  '/customize/order/custom': 180,
  '/customize/order/new/pickup': 180,
  '/customize/order/custom/pickup': 180,
  '/customize/order/:step/pickup': 180,
  '/manage/subscription': 180,
};
