// Size budgets of the page, in KB after gzip.

/** The rules as WebAssembly. */
export const WASM_KB = 114;

/** The one style sheet of all screens. A screen that was rendered when the page was built has it inside. */
export const STYLES_KB = 26;

/** The document of a screen that was rendered when the page was built, with its styles and its first picture. */
export const DOCUMENT_KB = 35;

/** The files that a first visit needs before it can be used: the document, scripts, styles and the rules. */
export const FILES = 12;

/** The JavaScript that a screen needs before it can be used, by its path in `ui/src/app/router.tsx`. */
export const SCREENS_KB = {
  '/welcome': 137,
  '/login': 197,
  '/forgot_password': 169,
  '/reset_password': 169,
  '/confirm_email': 167,
  '/register': 197,
  '/register-themebox': 197,
  '/stylebox-store-signup': 207,
  '/stylebox-store-signup-location': 222,
  '/stylebox-store-signup-phone': 177,
  '/theme/box': 167,
  '/order-theme-box': 167,
  '/catalog-qr': 167,
  '/quiz/:step': 175,
  '/q/stylist': 175,
  '/quiz/delivery': 222,
  '/schedule-pickup': 222,
  '/schedule-pickup-in-store': 222,
  '/quiz/confirmation': 222,
  '/payment/shipping': 183,
  '/payment/:step': 183,
  '/account/confirmation': 183,
  '/change/payment': 183,
  '/account/management': 176,
  '/orderhistory': 145,
  '/orderhistory/:id': 145,
  '/account/purchase-history': 145,
  '/account/stylist-notes': 145,
  '/refer/friend': 145,
  '/styleprofile': 179,
  '/edit-profile/:section': 179,
  '/dashboard': 202,
  '/checkout/stylist-note': 202,
  '/checkout/review': 202,
  '/checkout/confirmation': 202,
  '/checkout/success': 202,
  '/checkout/success-drtg': 202,
  '/customize/order/order': 181,
  '/customize/order/:step': 181,
  '/customize/order/custom': 181,
  '/customize/order/new/pickup': 181,
  '/customize/order/custom/pickup': 181,
  '/customize/order/:step/pickup': 181,
  '/manage/subscription': 181,
};
