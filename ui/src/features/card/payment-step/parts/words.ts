import type { Flow } from '~/core';

/** The heading of the screens that ask for an address and the card. */
export const paymentTitle = 'Address and payment';

/** The texts for a first box. For a pick-up only the billing address is asked, because nothing is shipped. */
export const wordsOf: Readonly<Record<Flow, { heading: string; lead: string; button: string; address: string }>> = {
  delivery: {
    heading: 'Almost at your door',
    lead: 'Tell us where it goes and how you pay. Here is everything it comes to:',
    button: 'Enter Shipping Details',
    address: 'Where it goes',
  },
  pickup: {
    heading: 'Almost at your store',
    lead: 'Tell us your billing address and how you pay. Here is everything it comes to:',
    button: 'Enter Payment Details',
    address: 'Billing address',
  },
};
