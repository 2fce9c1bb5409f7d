/** The one list of the page's paths, below the base path. It stands under every layer, because every layer links. */
export const basePath = '/members';

export const paths = {
  welcome: '/welcome',
  register: '/register',
  login: '/login',
  forgotPassword: '/forgot_password',
  resetPassword: '/reset_password',
  quiz: (step: number | string) => `/quiz/${step}`,
  stylist: '/q/stylist',
  delivery: '/quiz/delivery',
  almostReady: '/quiz/confirmation',
  shippingIntro: '/payment/shipping',
  billing: '/payment/billing',
  accountConfirmation: '/account/confirmation',
  dashboard: '/dashboard',
  stylistNote: '/checkout/stylist-note',
  review: '/checkout/review',
  checkout: '/checkout/confirmation',
  success: '/checkout/success',
  successPickUp: '/checkout/success-drtg',
} as const;

/** The path of the screen that is open, with its query, below the base path. */
export function screenPath(): string {
  const { pathname, search } = window.location;
  const below = pathname.startsWith(basePath) ? pathname.slice(basePath.length) : pathname;
  return `${below || '/'}${search}`;
}
