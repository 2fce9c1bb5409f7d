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
  '/welcome': 138,
  '/login': 198,
  '/forgot_password': 170,
  '/reset_password': 170,
  '/confirm_email': 168,
  '/register': 198,
  '/register-themebox': 198,
  '/stylebox-store-signup': 209,
  '/stylebox-store-signup-location': 222,
  '/stylebox-store-signup-phone': 179,
  '/theme/box': 168,
  '/order-theme-box': 168,
  '/catalog-qr': 168,
  '/quiz/:step': 176,
  '/q/stylist': 176,
  '/quiz/delivery': 222,
  '/schedule-pickup': 222,
  '/schedule-pickup-in-store': 222,
  '/quiz/confirmation': 222,
  '/payment/shipping': 184,
  '/payment/:step': 184,
  '/account/confirmation': 184,
  '/change/payment': 184,
  '/account/management': 177,
  '/orderhistory': 146,
  '/orderhistory/:id': 146,
  '/account/purchase-history': 146,
  '/account/stylist-notes': 146,
  '/refer/friend': 146,
  '/styleprofile': 180,
  '/edit-profile/:section': 180,
  '/dashboard': 203,
  '/checkout/stylist-note': 203,
  '/checkout/review': 203,
  '/checkout/confirmation': 203,
  '/checkout/success': 203,
  '/checkout/success-drtg': 203,
  '/customize/order/order': 182,
  '/customize/order/:step': 182,
  '/customize/order/custom': 182,
  '/customize/order/new/pickup': 182,
  '/customize/order/custom/pickup': 182,
  '/customize/order/:step/pickup': 182,
  '/manage/subscription': 182,
};
