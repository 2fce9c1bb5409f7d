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
  '/stylebox-store-signup': 170,
  '/stylebox-store-signup-location': 211,
  '/stylebox-store-signup-phone': 170,
  '/theme/box': 148,
  '/order-theme-box': 148,
  '/catalog-qr': 137,
  '/quiz/:step': 164,
  '/q/stylist': 164,
  '/quiz/delivery': 211,
  '/schedule-pickup': 211,
  '/schedule-pickup-in-store': 211,
  '/quiz/confirmation': 211,
  '/payment/shipping': 183,
  '/payment/:step': 183,
  '/account/confirmation': 183,
  '/change/payment': 183,
  '/account/management': 177,
  '/orderhistory': 145,
  '/orderhistory/:id': 145,
  '/account/purchase-history': 145,
  '/account/stylist-notes': 145,
  '/refer/friend': 145,
  '/styleprofile': 168,
  '/edit-profile/:section': 168,
  '/dashboard': 187,
  '/checkout/stylist-note': 187,
  '/checkout/review': 187,
  '/checkout/confirmation': 187,
  '/checkout/success': 187,
  '/checkout/success-drtg': 187,
  '/customize/order/order': 169,
  '/customize/order/:step': 169,
  '/customize/order/custom': 169,
  '/customize/order/new/pickup': 169,
  '/customize/order/custom/pickup': 169,
  '/customize/order/:step/pickup': 169,
  '/manage/subscription': 169,
};
