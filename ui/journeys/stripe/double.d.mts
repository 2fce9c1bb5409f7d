import type { StripeConstructor } from '@stripe/stripe-js';

export interface Frame {
  focus: () => void;
  blur: () => void;
  clear: () => void;
  close: () => void;
}

export interface Host {
  openFrame: (
    box: HTMLElement,
    frame: { type: FieldType; options: object; group: string; on: (event: string, body?: object) => void },
  ) => Frame;
  createPaymentMethod: (made: { key: string; group: string; billing_details: object }) => Promise<object>;
  askBank: (id: string) => Promise<'confirmed' | 'refused' | 'closed'>;
}

export type FieldType = 'cardNumber' | 'cardExpiry' | 'cardCvc';

export function makeStripe(host: Host): StripeConstructor;
