import { Suspense, useRef } from 'react';
import type { PostalAddress } from '~/api/account/postalAddress';
import { useKnownStatus } from '~/api/status';
import { optionalPart } from '~/components/feedback/latePart';
import { stateOptions, stateRead } from '~/core';
import { type Masking, phone as plainPhone, zip } from '~/lib/form/reading';
import styles from './AddressFields.module.css';
import { Button } from '~/components/form/Button';
import type { FieldBinding } from '~/components/form/field';
import { MaskedField } from '~/components/form/MaskedField';
import { ReadField } from '~/components/form/ReadField';
import { TextField } from '~/components/form/TextField';
import type { AddressNames } from './typedAddress';
import { useStateQuestion } from './useStateQuestion';
import { type FieldTexts, useZipCompletion } from './useZipCompletion';

/** Loaded only if a party suggests addresses. */
const LineSuggestions = optionalPart(() => import('~/components/account/address/suggestion/LineSuggestions'));

interface AddressFieldsProps<Name extends string> {
  field: (name: Name) => FieldBinding;
  texts: FieldTexts<Name>;
  names: AddressNames<Name>;
  /** The labels of the fields, by name: the same as in the form's summary. */
  labels: Record<string, string>;
  autoComplete: 'shipping' | 'billing';
  /** How the phone number is formatted. Spec B's account form has another format. */
  phone?: Masking;
  /** False if the address can stay empty. */
  required?: boolean;
}

/** The parts of an address that a suggestion fills in. */
const suggestedParts = ['line_1', 'line_2', 'city', 'state', 'postal_code'] as const;

/** The states by their codes and names. */
const states = () => stateOptions().map(({ code, name }) => ({ value: code, label: name }));

/**
 * The fields of an address in the United States, with a phone number. The ZIP code fills in city and state. If it is in
 * another state than the typed one, the customer is asked which is right.
 */
export function AddressFields<Name extends string>({
  field,
  texts,
  names,
  labels,
  autoComplete,
  phone = plainPhone,
  required = true,
}: AddressFieldsProps<Name>) {
  const filled = useZipCompletion(texts, names);
  const asked = useRef<HTMLParagraphElement>(null);
  const { question, setTyping, keep } = useStateQuestion(texts, names, () => asked.current?.focus());
  const stateId = texts.fieldId(names.state);
  /** Moves the focus to the state's field, because the pressed button disappears. */
  const focusState = () => document.getElementById(stateId)?.focus();
  const suggestedBy = useKnownStatus()?.address_suggestions ?? null;
  const fillLater = () => {
    const before = suggestedParts.map((part) => texts.read(names[part]));
    return (address: PostalAddress) =>
      suggestedParts.forEach((part, index) => {
        // Parts that the suggestion lacks stay as they were typed, and so do those that were typed since.
        if (address[part] && texts.read(names[part]) === before[index]) texts.write(names[part], address[part]);
      });
  };
  const fieldProps = (name: Name, fills: string) => ({
    label: labels[name] ?? name,
    autoComplete: `${autoComplete} ${fills}`,
    ...field(name),
  });
  return (
    <div className={styles.grid}>
      <div>
        <TextField required={required} {...fieldProps(names.line_1, 'address-line1')} />
        {suggestedBy === null ? null : (
          <Suspense fallback={null}>
            <LineSuggestions fieldId={texts.fieldId(names.line_1)} by={suggestedBy} onChoose={fillLater} />
          </Suspense>
        )}
      </div>
      <TextField hint="Apartment, floor or suite. Optional." {...fieldProps(names.line_2, 'address-line2')} />
      <div
        className={styles.place}
        onFocus={({ target }) => setTyping(target.id === stateId)}
        onBlur={() => setTyping(false)}
      >
        <MaskedField required={required} masking={zip} {...fieldProps(names.postal_code, 'postal-code')} />
        <TextField required={required} {...fieldProps(names.city, 'address-level2')} />
        <ReadField
          required={required}
          read={stateRead}
          readsTyped
          options={states()}
          autoCapitalize="words"
          spellCheck={false}
          {...fieldProps(names.state, 'address-level1')}
        />
      </div>
      <p className="unseen" role="status">
        {filled}
      </p>
      <div className={styles.asked}>
        <p ref={asked} tabIndex={-1} role="status">
          {question?.message}
        </p>
        {question ? (
          <div className={styles.answers}>
            <Button
              variant="secondary"
              onClick={() => {
                void texts.write(names.state, question.state);
                focusState();
              }}
            >
              {question.change}
            </Button>
            <Button
              variant="quiet"
              onClick={() => {
                keep();
                focusState();
              }}
            >
              {question.keep}
            </Button>
          </div>
        ) : null}
      </div>
      <div className={styles.phone}>
        <MaskedField
          required={required}
          type="tel"
          inputMode="tel"
          masking={phone}
          {...fieldProps(names.phone, 'tel-national')}
        />
      </div>
    </div>
  );
}
