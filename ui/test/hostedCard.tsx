import type { ReactNode } from 'react';
import { type CardFieldBinding, type CardFieldName, CardNotMade, type EnteredCard } from '~/components/card/cardEntry';
import { TextField } from '~/components/form/TextField';
import { paymentValidate } from '~/core';
import { now } from '~/lib/time/clock';

/** The number of which this gateway makes no payment method. */
export const refusedByGateway = '4000000000000002';

const nobody = { name: '', street_address1: '', street_address2: '', city: '', state: '', zip_code: '', phone: '' };
const nowhere = { line_1: '', line_2: '', city: '', state: '', postal_code: '', phone: '' };

/** The frames of a gateway. Only it reads what is in them. */
class Frames {
  readonly #texts = new Map<CardFieldName, string>();
  readonly #inputs = new Map<CardFieldName, HTMLInputElement>();

  text = (name: CardFieldName) => this.#texts.get(name) ?? '';

  faults() {
    const card_info = {
      credit_card_number: this.text('card_info.credit_card_number'),
      expiration: this.text('card_info.expiration'),
      cvv: this.text('card_info.cvv'),
    };
    const form = { shipping: nowhere, same_as_shipping: true, cardholder: nobody, card_info, now: now() };
    return paymentValidate(form).filter(({ field }) => field.startsWith('card_info.'));
  }

  empty(name: CardFieldName): void {
    this.#texts.delete(name);
    const input = this.#inputs.get(name);
    if (input) input.value = '';
  }

  frame(label: string, { onChanged, onLeft, ...binding }: CardFieldBinding): ReactNode {
    return (
      <TextField
        {...binding}
        label={label}
        required
        onChange={({ target }) => {
          this.#texts.set(binding.name, target.value);
          onChanged();
        }}
        onBlur={onLeft}
        ref={(input) => {
          if (input) this.#inputs.set(binding.name, input as HTMLInputElement);
        }}
      />
    );
  }
}

/** A card in the gateway's own fields, as in frames that the page cannot read: the page only gets a payment method. */
export function hostedCard(): EnteredCard {
  const frames = new Frames();
  return {
    validate: ({ withoutCard }, form) => [...withoutCard(form), ...frames.faults()],
    send: async () => {
      const field = 'card_info.credit_card_number';
      if (frames.text(field) === refusedByGateway) {
        throw new CardNotMade([{ field, code: 'card_declined', message: 'Your card was declined.' }]);
      }
      return { payment_method: 'pm_1' };
    },
    forget: (what) => {
      frames.empty('card_info.cvv');
      if (what === 'security code') return;
      frames.empty('card_info.credit_card_number');
      frames.empty('card_info.expiration');
    },
    fields: (bind) => (
      <>
        {frames.frame('Card number', bind('card_info.credit_card_number'))}
        {frames.frame('Expiration', bind('card_info.expiration'))}
        {frames.frame('CVV', bind('card_info.cvv'))}
      </>
    ),
  };
}
