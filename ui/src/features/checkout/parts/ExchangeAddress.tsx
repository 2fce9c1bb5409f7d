import { useAccount } from '~/api/account';
import { AddressFields } from '~/components/form/AddressFields';
import { Button } from '~/components/form/Button';
import { ErrorSummary } from '~/components/form/ErrorSummary';
import { useCoreForm } from '~/components/form/useCoreForm';
import { type AddressForm, addressValidate } from '~/core';
import { declareDraft, withDraft } from '~/lib/draft/draft';
import { forgetDraft, keepDraft, keptDraft } from '~/lib/draft/store';
import { useDraftState } from '~/lib/draft/useDraft';
import styles from './ExchangeAddress.module.css';

const names = {
  line1: 'line_1',
  line2: 'line_2',
  city: 'city',
  state: 'state',
  zip: 'postal_code',
  phone: 'phone',
} as const;

const labels = {
  line_1: 'Address line 1',
  line_2: 'Address line 2',
  postal_code: 'ZIP code',
  city: 'City',
  state: 'State',
  phone: 'Cell phone',
};

export type Address = Required<AddressForm>;

const empty: Address = { line_1: '', line_2: '', city: '', state: '', postal_code: '', phone: '' };

const addressFields = ['line_1', 'line_2', 'city', 'state', 'postal_code', 'phone'] as const;

/** While it is being typed. */
const typedDraft = declareDraft<Address>({ name: 'typed exchange address', lifetime: 'reload', fields: addressFields });

/** Whether the form for another address is open. */
const askingDraft = declareDraft<{ asking: boolean }>({
  name: 'exchange address asked for',
  lifetime: 'reload',
  fields: ['asking'],
});

/** The other address, once confirmed. */
export const addressDraft = declareDraft<Address>({
  name: 'exchange address',
  lifetime: 'customer',
  fields: addressFields,
});

/** The other address, if one was confirmed in this tab. */
export function keptAddress(): Address | null {
  const kept = keptDraft(addressDraft);
  return kept && withDraft(empty, kept);
}

/** The address that exchanges are sent to: the customer's own, or another one. */
export function ExchangeAddress({
  address,
  onChange,
}: {
  address: Address | null;
  onChange: (address: Address | null) => void;
}) {
  const { data: account } = useAccount();
  const [{ asking }, setAsking] = useDraftState(askingDraft, { asking: false });
  const own = account?.shipping_addresses.find(({ is_primary }) => is_primary);
  const keep = (next: Address | null) => {
    if (next) keepDraft(addressDraft, next);
    else forgetDraft(addressDraft);
    onChange(next);
    setAsking({ asking: false });
  };
  const line = address
    ? `${address.line_1}, ${address.city}, ${address.state} ${address.postal_code}`
    : own && `${own.shipping_line_1}, ${own.shipping_city}, ${own.shipping_state} ${own.shipping_postal_code}`;
  return (
    <section className={styles.block} aria-labelledby="exchange-address">
      <h2 id="exchange-address" className={styles.title}>
        Your new size goes to
      </h2>
      {line ? <p>{line}</p> : null}
      {asking ? (
        <OtherAddress onSave={keep} onCancel={() => setAsking({ asking: false })} />
      ) : (
        <Button variant="quiet" onClick={() => (address ? keep(null) : setAsking({ asking: true }))}>
          {address ? 'Use my own address' : 'Send it somewhere else'}
        </Button>
      )}
    </section>
  );
}

function OtherAddress({ onSave, onCancel }: { onSave: (address: Address) => void; onCancel: () => void }) {
  const form = useCoreForm<Address>({
    defaultValues: empty,
    draft: typedDraft,
    validate: addressValidate,
    labels,
    onSubmit: async (values) => onSave(values),
  });
  return (
    <form className={styles.form} onSubmit={form.submit} noValidate>
      <ErrorSummary {...form.summary} />
      <AddressFields field={form.field} texts={form.texts} names={names} labels={labels} autoComplete="shipping" />
      <div className={styles.answers}>
        <Button type="submit" variant="secondary" blocked={!form.valid}>
          Use this address
        </Button>
        <Button variant="quiet" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
