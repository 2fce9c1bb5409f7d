// Size budgets of the page, in KB of the gzip files that its build writes (`encodings` in ui/vite.config.ts). `npm run size` in ui/ compares.

/** The rules as WebAssembly. */
export const WASM_KB = 105;

/** The style sheet of all screens. The document of a screen that the build rendered contains the part that it needs. */
export const STYLES_KB = 22;

/** The document of a screen that the build rendered, with its styles and its first picture. */
export const DOCUMENT_KB = 18;

/** How many files a screen needs at the first visit before it can be used: the document, scripts, styles and the rules. */
export const FILES = 12;

/** The JavaScript that a screen needs before it can be used, by its path in `ui/src/app/router.tsx`. */
export const SCREENS_KB = {
  '/welcome': 107,
  '/login': 125,
  '/forgot_password': 126,
  '/reset_password': 126,
  '/confirm_email': 126,
  '/register': 126,
  '/register-themebox': 126,
  '/stylebox-store-signup': 126,
  '/stylebox-store-signup-location': 175,
  '/stylebox-store-signup-phone': 126,
  '/theme/box': 116,
  '/order-theme-box': 116,
  '/catalog-qr': 107,
  '/quiz/:step': 131,
  '/q/stylist': 131,
  '/quiz/delivery': 175,
  '/schedule-pickup': 175,
  '/schedule-pickup-in-store': 175,
  '/quiz/confirmation': 175,
  '/payment/shipping': 149,
  '/payment/:step': 149,
  '/account/confirmation': 149,
  '/change/payment': 149,
  '/account/management': 143,
  '/orderhistory': 122,
  '/orderhistory/:id': 122,
  '/account/purchase-history': 122,
  '/account/stylist-notes': 122,
  '/refer/friend': 122,
  '/styleprofile': 135,
  '/edit-profile/:section': 135,
  '/dashboard': 154,
  '/checkout/stylist-note': 154,
  '/checkout/review': 154,
  '/checkout/confirmation': 154,
  '/checkout/success': 154,
  '/checkout/success-drtg': 154,
  '/customize/order/order': 136,
  '/customize/order/:step': 136,
  '/customize/order/custom': 136,
  '/customize/order/new/pickup': 136,
  '/customize/order/custom/pickup': 136,
  '/customize/order/:step/pickup': 136,
  '/manage/subscription': 136,
};
