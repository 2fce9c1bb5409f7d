import { lazy, Suspense, useRef } from 'react';
import type { WholeAddress } from '~/api/schema.gen';
import { useKnownStatus } from '~/api/status';
import { stateOptions, stateRead } from '~/core';
import { type Masking, phone as plainPhone, zip } from '~/lib/form/reading';
import styles from './AddressFields.module.css';
import { Button } from './Button';
import type { FieldBinding } from './field';
import { MaskedField } from './MaskedField';
import { ReadField } from './ReadField';
import { TextField } from './TextField';
import { useStateQuestion } from './useStateQuestion';
import { type FieldTexts, useZipCompletion } from './useZipCompletion';

/** Only if somebody suggests addresses. */
const LineSuggestions = lazy(() => import('~/components/account/address-suggestion/LineSuggestions'));

/** The names of the address's fields in a form. */
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
  texts: FieldTexts<Name>;
  names: AddressNames<Name>;
  /** The labels of the fields, by name: the same as in the form's summary. */
  labels: Record<string, string>;
  autoComplete: 'shipping' | 'billing';
  /** How the phone is formatted: another way in spec B's account form. */
  phone?: Masking;
  /** False if the address can stay empty. */
  required?: boolean;
}

/** The states by their codes and names. */
const states = () => stateOptions().map(({ code, name }) => ({ value: code, label: name }));

/**
 * The fields of an address in the United States, with a phone number. The ZIP code fills in city and state; if it lies in another state
 * than the typed one, the customer is asked which is right.
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
  /** The pressed button goes away. */
  const focusState = () => document.getElementById(stateId)?.focus();
  const suggestedBy = useKnownStatus()?.address_suggestions ?? null;
  const fill = ({ line_1, line_2, city, state, postal_code }: WholeAddress) => {
    // What is not known stays as it was typed.
    const place = [
      [names.line1, line_1],
      [names.line2, line_2],
      [names.city, city],
      [names.state, state],
      [names.zip, postal_code],
    ] as const;
    for (const [name, text] of place) if (text !== '') texts.write(name, text);
  };
  const fieldProps = (name: Name, fills: string) => ({
    label: labels[name] ?? name,
    autoComplete: `${autoComplete} ${fills}`,
    ...field(name),
  });
  return (
    <div className={styles.grid}>
      <div>
        <TextField required={required} {...fieldProps(names.line1, 'address-line1')} />
        {suggestedBy === null ? null : (
          <Suspense fallback={null}>
            <LineSuggestions fieldId={texts.fieldId(names.line1)} by={suggestedBy} onChoose={fill} />
          </Suspense>
        )}
      </div>
      <TextField hint="Apartment, floor or suite. Optional." {...fieldProps(names.line2, 'address-line2')} />
      <div
        className={styles.place}
        onFocus={({ target }) => setTyping(target.id === stateId)}
        onBlur={() => setTyping(false)}
      >
        <MaskedField required={required} masking={zip} {...fieldProps(names.zip, 'postal-code')} />
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
