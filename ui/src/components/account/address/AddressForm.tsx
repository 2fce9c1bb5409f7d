import type { Draft, FieldName } from '~/lib/draft/draft';
import { addressValidate, type Issue } from '~/core';
import { AddressFields } from './AddressFields';
import styles from './AddressForm.module.css';
import { Button } from '~/components/form/Button';
import { ErrorSummary } from '~/components/form/ErrorSummary';
import { addressNames, labelsOf, linesOf, type TypedAddress } from './typedAddress';
import { useCoreForm } from '~/components/form/useCoreForm';

const labels = labelsOf(addressNames);
const lines = linesOf(addressNames);

interface AddressFormProps {
  /** The fields' first values. */
  start: TypedAddress;
  draft: Draft<FieldName<TypedAddress>>;
  /** Returns the issues in a refusal of `onSave`. It must be the same function on every render. */
  refusals?: (error: unknown) => Issue[];
  /** A note for the customer about this address. */
  note?: string | null;
  saveLabel: string;
  onSave: (typed: TypedAddress) => Promise<unknown>;
  /** The button that closes the form without saving; null if there is no address to go back to. */
  cancel: { label: string; onCancel: () => void } | null;
}

/** A form that saves one address alone. Its draft is forgotten once it is saved or closed. */
export function AddressForm({ start, draft, refusals, note, saveLabel, onSave, cancel }: AddressFormProps) {
  const form = useCoreForm<TypedAddress>({
    defaultValues: start,
    draft,
    validate: addressValidate,
    lines,
    labels,
    ...(refusals ? { refusals } : {}),
    onSubmit: async (typed) => {
      await onSave(typed);
      form.forgetDraft();
    },
  });
  return (
    <form className={styles.form} onSubmit={form.submit} noValidate>
      <ErrorSummary {...form.summary} />
      {note ? <p>{note}</p> : null}
      <AddressFields
        field={form.field}
        texts={form.texts}
        names={addressNames}
        labels={labels}
        autoComplete="shipping"
      />
      <div className={styles.actions}>
        <Button type="submit" variant="secondary" blocked={!form.valid} busy={form.busy}>
          {saveLabel}
        </Button>
        {cancel ? (
          <Button
            variant="quiet"
            onClick={() => {
              form.forgetDraft();
              cancel.onCancel();
            }}
          >
            {cancel.label}
          </Button>
        ) : null}
      </div>
    </form>
  );
}
