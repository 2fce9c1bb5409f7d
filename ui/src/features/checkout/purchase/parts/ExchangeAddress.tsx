import { Suspense, useState } from 'react';
import { api } from '~/api/client';
import { ApiError } from '~/api/errors';
import type { Order } from '~/api/order/orders';
import { customerAddress, type PostalAddress } from '~/api/account/postalAddress';
import { AddressText } from '~/components/account/address/AddressText';
import { Banner } from '~/components/feedback/Banner';
import { Spinner } from '~/components/feedback/Spinner';
import { latePart, optionalPart } from '~/components/feedback/latePart';
import { Button } from '~/components/form/Button';
import { useFormFocus } from '~/components/form/useOpenForm';
import {
  addressNames,
  addressRefusals,
  type TypedAddress,
  typedAddress,
} from '~/components/account/address/typedAddress';
import styles from './ExchangeAddress.module.css';
import { typedDraft, type useExchangeAddress } from './useExchangeAddress';

/** Loaded on demand: most exchanges go to the same address as the box. */
const AddressForm = latePart(async () => ({
  default: (await import('~/components/account/address/AddressForm')).AddressForm,
}));

/** Loaded on demand: few addresses have a suggestion. */
const SuggestedAddress = optionalPart(async () => ({
  default: (await import('~/components/account/address/suggestion/SuggestedAddress')).SuggestedAddress,
}));

const refusals = (error: unknown) => addressRefusals(error, addressNames.line_1);

/**
 * The address check's suggestion for an address; null if there is none. Rejects if the check refuses the address. If the
 * check cannot be reached, the purchase checks the address later.
 */
async function suggestionFor(shipping_address: TypedAddress): Promise<PostalAddress | null> {
  try {
    return (await api.post('/address_checks', { body: { shipping_address } })).suggestion;
  } catch (error) {
    if (error instanceof ApiError && error.status === 422) throw error;
    return null;
  }
}

interface ExchangeAddressProps {
  order: Order;
  exchange: ReturnType<typeof useExchangeAddress>;
  /** Why the purchase was refused, if that was because of the address. */
  refused: readonly string[];
}

/** The address that exchanges are sent to: the order's, or another one. */
export function ExchangeAddress({ order, exchange, refused }: ExchangeAddressProps) {
  const { address, asking, ask, keep } = exchange;
  const own = order.shipping_address;
  const { title, form, opened, closed } = useFormFocus();
  const [suggestion, setSuggestion] = useState<PostalAddress | null>(null);
  const leaveSuggestion = () => {
    setSuggestion(null);
    closed();
  };
  const goesTo = address ?? (own && customerAddress(own));
  return (
    <section className={styles.block} aria-labelledby="exchange-address">
      <h2 id="exchange-address" ref={title} tabIndex={-1} className={styles.title}>
        Your new size goes to
      </h2>
      {goesTo ? (
        <address className={styles.goesTo}>
          <AddressText address={goesTo} />
        </address>
      ) : null}
      {refused.length > 0 ? (
        <Banner tone="fault">
          {refused.map((message) => (
            <p key={message}>{message}</p>
          ))}
        </Banner>
      ) : null}
      {asking ? (
        <div className={styles.form}>
          <Suspense fallback={<Spinner label="Loading the address form" />}>
            <div ref={form}>
              <AddressForm
                start={address ?? typedAddress(null)}
                draft={typedDraft}
                saveLabel="Use this address"
                refusals={refusals}
                onSave={async (typed) => {
                  setSuggestion(await suggestionFor(typed));
                  keep(typed);
                  closed();
                }}
                cancel={{
                  label: 'Cancel',
                  onCancel: () => {
                    ask(false);
                    closed();
                  },
                }}
              />
            </div>
          </Suspense>
        </div>
      ) : (
        <div className={styles.answers}>
          <Button
            variant="quiet"
            onClick={() => {
              ask(true);
              opened();
            }}
          >
            {address ? 'Change this address' : 'Send it somewhere else'}
          </Button>
          {address ? (
            <Button
              variant="quiet"
              onClick={() => {
                setSuggestion(null);
                keep(null);
                closed();
              }}
            >
              Use the address of this box
            </Button>
          ) : null}
        </div>
      )}
      {address && suggestion && !asking ? (
        <Suspense fallback={null}>
          <SuggestedAddress
            typed={address}
            suggestion={suggestion}
            onUse={() => {
              keep({ ...address, ...suggestion, line_2: suggestion.line_2 ?? '' });
              leaveSuggestion();
            }}
            onKeep={leaveSuggestion}
          />
        </Suspense>
      ) : null}
    </section>
  );
}
