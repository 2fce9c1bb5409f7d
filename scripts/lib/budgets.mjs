// Size budgets of the page, in KB after gzip.

/** The rules as WebAssembly. */
export const WASM_KB = 114;

/** The one style sheet of all screens. A screen that was rendered when the page was built has its own part of it inside. */
export const STYLES_KB = 22;

/** The document of a screen that was rendered when the page was built, with its styles and its first picture. */
export const DOCUMENT_KB = 18;

/** The files that a first visit needs before it can be used: the document, scripts, styles and the rules. */
export const FILES = 12;

/** The JavaScript that a screen needs before it can be used, by its path in `ui/src/app/router.tsx`. */
export const SCREENS_KB = {
  '/welcome': 137,
  '/login': 167,
  '/forgot_password': 169,
  '/reset_password': 169,
  '/confirm_email': 169,
  '/register': 167,
  '/register-themebox': 167,
  '/stylebox-store-signup': 178,
  '/stylebox-store-signup-location': 223,
  '/stylebox-store-signup-phone': 178,
  '/theme/box': 162,
  '/order-theme-box': 162,
  '/catalog-qr': 137,
  '/quiz/:step': 176,
  '/q/stylist': 176,
  '/quiz/delivery': 223,
  '/schedule-pickup': 223,
  '/schedule-pickup-in-store': 223,
  '/quiz/confirmation': 223,
  '/payment/shipping': 185,
  '/payment/:step': 185,
  '/account/confirmation': 185,
  '/change/payment': 185,
  '/account/management': 177,
  '/orderhistory': 145,
  '/orderhistory/:id': 145,
  '/account/purchase-history': 145,
  '/account/stylist-notes': 145,
  '/refer/friend': 145,
  '/styleprofile': 180,
  '/edit-profile/:section': 180,
  '/dashboard': 203,
  '/checkout/stylist-note': 203,
  '/checkout/review': 203,
  '/checkout/confirmation': 203,
  '/checkout/success': 203,
  '/checkout/success-drtg': 203,
  '/customize/order/order': 183,
  '/customize/order/:step': 183,
  '/customize/order/custom': 183,
  '/customize/order/new/pickup': 183,
  '/customize/order/custom/pickup': 183,
  '/customize/order/:step/pickup': 183,
  '/manage/subscription': 183,
};
