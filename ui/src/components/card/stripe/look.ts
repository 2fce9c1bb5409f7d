import type { StripeElementsOptionsClientSecret, StripeElementStyle } from '@stripe/stripe-js';
import textFont from '@fontsource-variable/hanken-grotesk/files/hanken-grotesk-latin-wght-normal.woff2?url';

const fontName = 'Hanken Grotesk Variable';

/** Our text font, which Stripe's frames load from our server. Without it they use a font of the device. */
export const fonts = (): NonNullable<StripeElementsOptionsClientSecret['fonts']> => [
  { family: fontName, src: `url(${new URL(textFont, document.baseURI).href})`, weight: '400', display: 'swap' },
];

/** The style of the text in Stripe's frames: that of our own fields, from the page's tokens. The box around it is ours. */
export function fieldStyle(): StripeElementStyle {
  const root = getComputedStyle(document.documentElement);
  const token = (name: string) => root.getPropertyValue(name).trim();
  const text = { color: token('--ink') };
  return {
    base: {
      ...text,
      fontFamily: `"${fontName}", Arial, Helvetica, sans-serif`,
      fontSize: root.fontSize || '16px',
      fontSmoothing: 'auto',
      lineHeight: '1.5',
      '::placeholder': { color: token('--ink-soft') },
      '::selection': { backgroundColor: token('--accent-tint') },
    },
    // As with our own fields, the box and the message show an error.
    invalid: text,
  };
}
