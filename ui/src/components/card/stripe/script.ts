import type { Stripe } from '@stripe/stripe-js';
import { loadStripe } from '@stripe/stripe-js/pure';

const loading = new Map<string, Promise<Stripe>>();

/**
 * Stripe's script, loaded once for each publishable key, always from Stripe. Rejects if it cannot be loaded; then it can be
 * tried again.
 */
export function stripeOf(publishableKey: string): Promise<Stripe> {
  const known = loading.get(publishableKey);
  if (known) return known;
  const load = loadOnce(publishableKey);
  loading.set(publishableKey, load);
  load.catch(() => loading.delete(publishableKey));
  return load;
}

async function loadOnce(publishableKey: string): Promise<Stripe> {
  const stripe = await loadStripe(publishableKey);
  if (!stripe) throw new Error('There is no page for Stripe’s script.');
  return stripe;
}

/**
 * Opens the bank's window, in which the cardholder confirms a payment or a card that is being saved. Returns whether they
 * confirmed it.
 */
export async function confirmAtBank(publishableKey: string, clientSecret: string): Promise<boolean> {
  const stripe = await stripeOf(publishableKey);
  try {
    const { error } = await stripe.handleNextAction({ clientSecret });
    return error === undefined;
  } catch {
    // It was confirmed elsewhere or canceled. The server knows.
    return false;
  }
}
