import { brand } from '~/core';

/** All paths of the page, below the base path. Every layer links, so the list is below all of them. */
export const basePath = '/members';

/** Those with the brand's name need the rules, which may still be loading when this module runs. */
export const paths = {
  welcome: '/welcome',
  register: '/register',
  registerThemeBox: '/register-themebox',
  themeBox: '/theme/box',
  orderThemeBox: '/order-theme-box',
  catalog: '/catalog-qr',
  get storeSignup() {
    return `/${brand().slug}-store-signup`;
  },
  get storeLocation() {
    return `/${brand().slug}-store-signup-location`;
  },
  get storePhone() {
    return `/${brand().slug}-store-signup-phone`;
  },
  login: '/login',
  forgotPassword: '/forgot_password',
  resetPassword: '/reset_password',
  confirmEmail: '/confirm_email',
  quiz: (step: number | string) => `/quiz/${step}`,
  stylist: '/q/stylist',
  delivery: '/quiz/delivery',
  almostReady: '/quiz/confirmation',
  schedulePickup: '/schedule-pickup',
  schedulePickupInStore: '/schedule-pickup-in-store',
  shippingIntro: '/payment/shipping',
  billing: '/payment/billing',
  paymentInfo: '/payment/info',
  accountConfirmation: '/account/confirmation',
  dashboard: '/dashboard',
  styleProfile: '/styleprofile',
  editProfile: (section: string) => `/edit-profile/${section}`,
  orderBox: '/customize/order/order',
  orderChoice: '/customize/order/custom',
  orderPickup: '/customize/order/new/pickup',
  orderChosenPickup: '/customize/order/custom/pickup',
  changeOrder: (id: string) => `/customize/order/${id}`,
  changePickup: (id: string) => `/customize/order/${id}/pickup`,
  manageSubscription: '/manage/subscription',
  changePayment: '/change/payment',
  stylistNote: '/checkout/stylist-note',
  review: '/checkout/review',
  checkout: '/checkout/confirmation',
  success: '/checkout/success',
  successPickUp: '/checkout/success-drtg',
  orderHistory: '/orderhistory',
  pastOrder: (id: string) => `/orderhistory/${id}`,
  purchaseHistory: '/account/purchase-history',
  stylistNotes: '/account/stylist-notes',
  accountManagement: '/account/management',
  referFriend: '/refer/friend',
} as const;
