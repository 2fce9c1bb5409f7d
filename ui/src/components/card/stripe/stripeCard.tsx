import { api } from '~/api/client';
import type { CardFields } from '~/api/schema.gen';
import type { EnteredCard } from '~/components/card/enteredCard';
import { isCardToConfirm } from '~/components/card/cardRefusal';
import { StripeFields } from './fields';
import { confirmAtBank, stripeOf } from './script';
import { StripeCardFields } from './StripeCardFields';

/** Loads Stripe's script. Resolves with a function that makes a card to enter in Stripe's own fields. */
export async function loadStripeCard({ publishable_key }: CardFields): Promise<() => EnteredCard> {
  const stripe = await stripeOf(publishable_key);

  /** Lets the cardholder confirm the card that was sent. Returns whether they did. */
  const confirm = async ({ made }: StripeFields) => {
    if (made === null) return false;
    const { client_secret } = await api.post('/credit_cards/confirmation', { body: { payment_method: made } });
    // Without a secret nothing is left to confirm, because it was done in another tab.
    return client_secret === null || confirmAtBank(publishable_key, client_secret);
  };

  return () => {
    const fields = new StripeFields(stripe);
    return {
      validate: ({ withoutCard, changesCard }, form) => [...withoutCard(form), ...fields.issues(changesCard)],
      send: async (holder) => ({ payment_method: await fields.paymentMethod(holder) }),
      save: async (attempt, refused) => {
        try {
          if (refused) throw refused;
          return await attempt();
        } catch (error) {
          if (!isCardToConfirm(error) || !(await confirm(fields))) throw error;
          return attempt();
        }
      },
      forget: (part) => {
        // The code step replaces the fields, which removes them with their texts.
        if (part === 'fields') return;
        fields.forgetMade();
        fields.clear('card_info.cvv');
        if (part === 'security code') return;
        fields.clear('card_info.credit_card_number');
        fields.clear('card_info.expiration');
      },
      fields: (bind) => <StripeCardFields fields={fields} bind={bind} />,
    };
  };
}
