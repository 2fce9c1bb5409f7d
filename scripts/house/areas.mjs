/** The areas of the product: each has one name in every layer. */
export const AREAS = ['account', 'card', 'style', 'delivery', 'order', 'checkout', 'payment', 'returns', 'subscription', 'mail'];
