// Size budgets of the page, in KB after gzip.

/** The rules as WebAssembly. */
export const WASM_KB = 115;

/** The one style sheet of all screens. A screen that was rendered when the page was built has it inside. */
export const STYLES_KB = 26;

/** The document of a screen that was rendered when the page was built, with its styles and its first picture. */
export const DOCUMENT_KB = 35;

/** The files that a first visit needs before it can be used: the document, scripts, styles and the rules. */
export const FILES = 12;

/** The JavaScript that a screen needs before it can be used, by its path in `ui/src/app/router.tsx`. */
export const SCREENS_KB = {
  '/welcome': 135,
  '/login': 194,
  '/forgot_password': 165,
  '/reset_password': 165,
  '/confirm_email': 164,
  '/register': 194,
  '/register-themebox': 194,
  '/stylebox-store-signup': 204,
  '/stylebox-store-signup-location': 218,
  '/stylebox-store-signup-phone': 174,
  '/theme/box': 164,
  '/order-theme-box': 164,
  '/catalog-qr': 164,
  '/quiz/:step': 172,
  '/q/stylist': 172,
  '/quiz/delivery': 218,
  '/schedule-pickup': 218,
  '/schedule-pickup-in-store': 218,
  '/quiz/confirmation': 218,
  '/payment/shipping': 179,
  '/payment/:step': 179,
  '/account/confirmation': 179,
  '/change/payment': 179,
  '/account/management': 173,
  '/orderhistory': 143,
  '/orderhistory/:id': 143,
  '/account/purchase-history': 143,
  '/account/stylist-notes': 143,
  '/refer/friend': 143,
  '/styleprofile': 176,
  '/edit-profile/:section': 176,
  '/dashboard': 198,
  '/checkout/stylist-note': 198,
  '/checkout/review': 198,
  '/checkout/confirmation': 198,
  '/checkout/success': 198,
  '/checkout/success-drtg': 198,
  '/customize/order/order': 178,
  '/customize/order/:step': 178,
  '/customize/order/custom': 178,
  '/customize/order/new/pickup': 178,
  '/customize/order/custom/pickup': 178,
  '/customize/order/:step/pickup': 178,
  '/manage/subscription': 178,
};
