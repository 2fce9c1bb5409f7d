import { useState } from 'react';
import { MaskedField } from '~/components/form/MaskedField';
import parts from '~/components/form/Question.module.css';
import { dashedPhone } from '~/lib/form/reading';
import styles from './OrderForm.module.css';
import { partId } from './words';

interface PhoneQuestionProps {
  /** The field's first value. */
  start: string;
  onChange: (phone: string) => void;
  message: string | undefined;
}

/** Asks for the cell phone number at which the store reaches the customer. */
export function PhoneQuestion({ start, onChange, message }: PhoneQuestionProps) {
  const [first] = useState(start);
  return (
    <section className={parts.question}>
      <h2 className={parts.title}>Where we reach you</h2>
      <div className={styles.phone}>
        <MaskedField
          id={partId('phone')}
          name="phone"
          type="tel"
          inputMode="tel"
          autoComplete="tel-national"
          label="Cell phone"
          hint="The store reaches you here about your box. An email says when it is ready."
          required
          masking={dashedPhone}
          defaultValue={first}
          onChange={(event) => onChange(event.target.value)}
          onBlur={() => undefined}
          ref={null}
          message={message}
        />
      </div>
    </section>
  );
}
