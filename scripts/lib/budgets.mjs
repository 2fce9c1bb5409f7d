// Size budgets of the page, in KB after gzip.

/** The rules as WebAssembly. */
export const WASM_KB = 114;

/** The style sheet of all screens. The document of a screen that the build rendered contains the part that it needs. */
export const STYLES_KB = 22;

/** The document of a screen that the build rendered, with its styles and its first picture. */
export const DOCUMENT_KB = 18;

/** How many files a screen needs at the first visit before it can be used: the document, scripts, styles and the rules. */
export const FILES = 12;

/** The JavaScript that a screen needs before it can be used, by its path in `ui/src/app/router.tsx`. */
export const SCREENS_KB = {
  '/welcome': 110,
  '/login': 129,
  '/forgot_password': 130,
  '/reset_password': 130,
  '/confirm_email': 130,
  '/register': 130,
  '/register-themebox': 130,
  '/stylebox-store-signup': 130,
  '/stylebox-store-signup-location': 182,
  '/stylebox-store-signup-phone': 130,
  '/theme/box': 119,
  '/order-theme-box': 119,
  '/catalog-qr': 110,
  '/quiz/:step': 135,
  '/q/stylist': 135,
  '/quiz/delivery': 182,
  '/schedule-pickup': 182,
  '/schedule-pickup-in-store': 182,
  '/quiz/confirmation': 182,
  '/payment/shipping': 154,
  '/payment/:step': 154,
  '/account/confirmation': 154,
  '/change/payment': 154,
  '/account/management': 148,
  '/orderhistory': 126,
  '/orderhistory/:id': 126,
  '/account/purchase-history': 126,
  '/account/stylist-notes': 126,
  '/refer/friend': 126,
  '/styleprofile': 139,
  '/edit-profile/:section': 139,
  '/dashboard': 159,
  '/checkout/stylist-note': 159,
  '/checkout/review': 159,
  '/checkout/confirmation': 159,
  '/checkout/success': 159,
  '/checkout/success-drtg': 159,
  '/customize/order/order': 140,
  '/customize/order/:step': 140,
  '/customize/order/custom': 140,
  '/customize/order/new/pickup': 140,
  '/customize/order/custom/pickup': 140,
  '/customize/order/:step/pickup': 140,
  '/manage/subscription': 140,
};
