import { useAccount } from '~/api/account';
import { AddressFields } from '~/components/form/AddressFields';
import { Button } from '~/components/form/Button';
import { ErrorSummary } from '~/components/form/ErrorSummary';
import { useCoreForm } from '~/components/form/useCoreForm';
import { useTypedState } from '~/lib/draft/useTypedState';
import { type AddressForm, addressValidate } from '~/core';
import { recall, remember } from '~/lib/memory';
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
  city: 'City',
  state: 'State',
  postal_code: 'ZIP code',
  phone: 'Cell phone',
};

const empty: Required<AddressForm> = { line_1: '', line_2: '', city: '', state: '', postal_code: '', phone: '' };

/** The address that was given for exchanges in this tab, so that a reload keeps it. */
export function rememberedAddress(): AddressForm | null {
  return JSON.parse(recall('exchangeAddress') ?? 'null') as AddressForm | null;
}

/** Where exchanges go: the customer's own address, unless another is given. */
export function ExchangeAddress({
  address,
  onChange,
}: {
  address: AddressForm | null;
  onChange: (address: AddressForm | null) => void;
}) {
  const { data: account } = useAccount();
  const [asking, setAsking] = useTypedState('exchange_address_asked', false);
  const own = account?.shipping_addresses.find(({ is_primary }) => is_primary);
  const keep = (next: AddressForm | null) => {
    remember('exchangeAddress', next && JSON.stringify(next));
    onChange(next);
    setAsking(false);
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
        <OtherAddress onSave={keep} onCancel={() => setAsking(false)} />
      ) : (
        <Button variant="quiet" onClick={() => (address ? keep(null) : setAsking(true))}>
          {address ? 'Use my own address' : 'Send it somewhere else'}
        </Button>
      )}
    </section>
  );
}

function OtherAddress({ onSave, onCancel }: { onSave: (address: AddressForm) => void; onCancel: () => void }) {
  const form = useCoreForm<Required<AddressForm>>({
    defaultValues: empty,
    validate: addressValidate,
    labels,
    onSubmit: async (values) => onSave(values),
  });
  return (
    <form className={styles.form} onSubmit={form.submit} noValidate>
      <ErrorSummary {...form.summary} />
      <AddressFields field={form.field} names={names} labels={labels} autoComplete="shipping" />
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
