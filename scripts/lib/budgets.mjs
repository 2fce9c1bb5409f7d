// Size budgets of the page, in KB after gzip.

/** The rules as WebAssembly. */
export const WASM_KB = 120;

/** The one style sheet of all screens. A screen that was rendered when the page was built has it inside. */
export const STYLES_KB = 26;

/** The document of a screen that was rendered when the page was built, with its styles and its first picture. */
export const DOCUMENT_KB = 35;

/** The files that a first visit needs before it can be used: the document, scripts, styles and the rules. */
export const FILES = 12;

/** The JavaScript that a screen needs before it can be used, by its path in `ui/src/app/router.tsx`. */
export const SCREENS_KB = {
  '/welcome': 136,
  '/login': 194,
  '/forgot_password': 166,
  '/reset_password': 166,
  '/confirm_email': 164,
  '/register': 194,
  '/register-themebox': 194,
  '/stylebox-store-signup': 205,
  '/stylebox-store-signup-location': 219,
  '/stylebox-store-signup-phone': 175,
  '/theme/box': 164,
  '/order-theme-box': 164,
  '/catalog-qr': 164,
  '/quiz/:step': 172,
  '/q/stylist': 172,
  '/quiz/delivery': 219,
  '/schedule-pickup': 219,
  '/schedule-pickup-in-store': 219,
  '/quiz/confirmation': 219,
  '/payment/shipping': 180,
  '/payment/:step': 180,
  '/account/confirmation': 180,
  '/change/payment': 180,
  '/account/management': 173,
  '/orderhistory': 144,
  '/orderhistory/:id': 144,
  '/account/purchase-history': 144,
  '/account/stylist-notes': 144,
  '/refer/friend': 144,
  '/styleprofile': 176,
  '/edit-profile/:section': 176,
  '/dashboard': 199,
  '/checkout/stylist-note': 199,
  '/checkout/review': 199,
  '/checkout/confirmation': 199,
  '/checkout/success': 199,
  '/checkout/success-drtg': 199,
  '/customize/order/order': 178,
  '/customize/order/:step': 178,
  '/customize/order/custom': 178,
  '/customize/order/new/pickup': 178,
  '/customize/order/custom/pickup': 178,
  '/customize/order/:step/pickup': 178,
  '/manage/subscription': 178,
};
