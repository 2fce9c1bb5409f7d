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
  '/login': 199,
  '/forgot_password': 171,
  '/reset_password': 171,
  '/confirm_email': 169,
  '/register': 199,
  '/register-themebox': 199,
  '/stylebox-store-signup': 210,
  '/stylebox-store-signup-location': 224,
  '/stylebox-store-signup-phone': 180,
  '/theme/box': 169,
  '/order-theme-box': 169,
  '/catalog-qr': 169,
  '/quiz/:step': 177,
  '/q/stylist': 177,
  '/quiz/delivery': 224,
  '/schedule-pickup': 224,
  '/schedule-pickup-in-store': 224,
  '/quiz/confirmation': 224,
  '/payment/shipping': 186,
  '/payment/:step': 186,
  '/account/confirmation': 186,
  '/change/payment': 186,
  '/account/management': 178,
  '/orderhistory': 147,
  '/orderhistory/:id': 147,
  '/account/purchase-history': 147,
  '/account/stylist-notes': 147,
  '/refer/friend': 147,
  '/styleprofile': 181,
  '/edit-profile/:section': 181,
  '/dashboard': 204,
  '/checkout/stylist-note': 204,
  '/checkout/review': 204,
  '/checkout/confirmation': 204,
  '/checkout/success': 204,
  '/checkout/success-drtg': 204,
  '/customize/order/order': 184,
  '/customize/order/:step': 184,
  '/customize/order/custom': 184,
  '/customize/order/new/pickup': 184,
  '/customize/order/custom/pickup': 184,
  '/customize/order/:step/pickup': 184,
  '/manage/subscription': 184,
};
