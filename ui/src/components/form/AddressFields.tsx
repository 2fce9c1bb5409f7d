import { maskPhone, maskZip } from '~/core';
import styles from './AddressFields.module.css';
import type { FieldBinding } from './field';
import { MaskedField } from './MaskedField';
import { TextField } from './TextField';

/** What a form calls the parts of an address. */
export interface AddressNames<Name extends string> {
  line1: Name;
  line2: Name;
  city: Name;
  state: Name;
  zip: Name;
  phone: Name;
}

interface AddressFieldsProps<Name extends string> {
  field: (name: Name) => FieldBinding;
  names: AddressNames<Name>;
  /** Says which address it is, where a screen asks for two. */
  labels: Record<string, string>;
  autoComplete: 'shipping' | 'billing';
}

/** An address in the United States, and the phone of who lives there. Its labels are those of the form's summary. */
export function AddressFields<Name extends string>({ field, names, labels, autoComplete }: AddressFieldsProps<Name>) {
  const of = (name: Name, what: string) => ({
    label: labels[name] ?? name,
    autoComplete: `${autoComplete} ${what}`,
    ...field(name),
  });
  return (
    <div className={styles.grid}>
      <TextField required {...of(names.line1, 'address-line1')} />
      <TextField hint="Apartment, floor or suite. May stay empty." {...of(names.line2, 'address-line2')} />
      <div className={styles.place}>
        <TextField required {...of(names.city, 'address-level2')} />
        <TextField
          required
          maxLength={2}
          autoCapitalize="characters"
          spellCheck={false}
          {...of(names.state, 'address-level1')}
        />
        <MaskedField required mask={maskZip} {...of(names.zip, 'postal-code')} />
      </div>
      <div className={styles.phone}>
        <MaskedField required type="tel" inputMode="tel" mask={maskPhone} {...of(names.phone, 'tel-national')} />
      </div>
    </div>
  );
}
