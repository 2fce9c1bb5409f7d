// Size budgets of the page, in KB of the gzip files that its build writes (`encodings` in ui/vite.config.ts). `npm run size` in ui/ compares.

/** The rules as WebAssembly. */
export const WASM_KB = 108;

/** The style sheet of all screens. The document of a screen that the build rendered contains the part that it needs. */
export const STYLES_KB = 22;

/** The document of a screen that the build rendered, with its styles and its first picture. */
export const DOCUMENT_KB = 18;

/** How many files a screen needs at the first visit before it can be used: the document, scripts, styles and the rules. */
export const FILES = 12;

/** The JavaScript that a screen needs before it can be used, by its path in `ui/src/app/router.tsx`. */
export const SCREENS_KB = {
  '/welcome': 107,
  '/login': 126,
  '/forgot_password': 127,
  '/reset_password': 127,
  '/confirm_email': 127,
  '/register': 127,
  '/register-themebox': 127,
  '/stylebox-store-signup': 127,
  '/stylebox-store-signup-location': 128,
  '/stylebox-store-signup-phone': 127,
  '/theme/box': 117,
  '/order-theme-box': 117,
  '/catalog-qr': 107,
  '/quiz/:step': 132,
  '/q/stylist': 132,
  '/quiz/delivery': 178,
  '/schedule-pickup': 178,
  '/schedule-pickup-in-store': 178,
  '/quiz/confirmation': 178,
  '/payment/shipping': 151,
  '/payment/:step': 151,
  '/account/confirmation': 151,
  '/change/payment': 151,
  '/account/management': 144,
  '/orderhistory': 123,
  '/orderhistory/:id': 123,
  '/account/purchase-history': 123,
  '/account/stylist-notes': 123,
  '/refer/friend': 123,
  '/styleprofile': 136,
  '/edit-profile/:section': 136,
  '/dashboard': 155,
  '/checkout/stylist-note': 155,
  '/checkout/review': 155,
  '/checkout/confirmation': 155,
  '/checkout/success': 155,
  '/checkout/success-drtg': 155,
  '/customize/order/order': 137,
  '/customize/order/:step': 137,
  '/customize/order/custom': 137,
  '/customize/order/new/pickup': 137,
  '/customize/order/custom/pickup': 137,
  '/customize/order/:step/pickup': 137,
  '/manage/subscription': 137,
};
