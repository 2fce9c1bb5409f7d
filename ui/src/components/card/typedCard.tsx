import { normalizeCardNumber, normalizeExpiration } from '~/core';
import type { EnteredCard } from './enteredCard';
import { TypedFields } from './TypedFields';
import { TypedTexts } from './typedTexts';

/** A card that is typed into the page itself. Only the sandbox allows it. */
export function typedCard(): EnteredCard {
  const texts = new TypedTexts();
  return {
    validate: ({ typed }, form) => typed(form, texts.read()),
    send: async () => {
      const card = texts.read();
      // Digits without the mask's characters (spec A, section 5).
      const credit_card_number = normalizeCardNumber(card.credit_card_number);
      return { card_info: { ...card, credit_card_number, expiration: normalizeExpiration(card.expiration) } };
    },
    // The sandbox has no card that a bank wants confirmed.
    save: (attempt, refused) => (refused ? Promise.reject(refused) : attempt()),
    forget: (part) => {
      texts.clear('cvv');
      if (part === 'security code') return;
      texts.clear('credit_card_number');
      texts.clear('expiration');
    },
    fields: (bind) => <TypedFields texts={texts} bind={bind} />,
  };
}
