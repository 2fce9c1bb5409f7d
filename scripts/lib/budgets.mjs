// Size budgets of the page, in KB after gzip.

/** The rules as WebAssembly. */
export const WASM_KB = 100;

/** The one style sheet of all screens. A screen that was rendered when the page was built has it inside. */
export const STYLES_KB = 21;

/** The document of a screen that was rendered when the page was built, with its styles and its first picture. */
export const DOCUMENT_KB = 30;

/** The files that a first visit needs before it can be used: the document, scripts, styles and the rules. */
export const FILES = 12;

/** The JavaScript that a screen needs before it can be used, by its path in `ui/src/app/router.tsx`. */
export const SCREENS_KB = {
  '/welcome': 130,
  '/login': 186,
  '/forgot_password': 159,
  '/reset_password': 159,
  '/register': 186,
  '/register-themebox': 186,
  '/stylebox-store-signup': 195,
  '/stylebox-store-signup-location': 210,
  '/stylebox-store-signup-phone': 166,
  '/theme/box': 157,
  '/order-theme-box': 157,
  '/catalog-qr': 157,
  '/quiz/:step': 164,
  '/q/stylist': 164,
  '/quiz/delivery': 210,
  '/schedule-pickup': 210,
  '/schedule-pickup-in-store': 210,
  '/quiz/confirmation': 210,
  '/payment/shipping': 168,
  '/payment/:step': 168,
  '/account/confirmation': 168,
  '/dashboard': 188,
  '/checkout/stylist-note': 188,
  '/checkout/review': 188,
  '/checkout/confirmation': 188,
  '/checkout/success': 188,
  '/checkout/success-drtg': 188,
};
