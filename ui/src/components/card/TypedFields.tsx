import { useCallback, useState } from 'react';
import type { FieldBinding } from '~/components/form/field';
import { MaskedField } from '~/components/form/MaskedField';
import { ReadField } from '~/components/form/ReadField';
import { cardBrand, digitsRead } from '~/core';
import { cardNumber, expiration as expirationMasking } from '~/lib/form/reading';
import styles from './CardEntry.module.css';
import type { CardFieldBinding, CardFieldName } from './enteredCard';
import { cvvHint } from './cvvHint';
import type { TypedField, TypedTexts } from './typedTexts';

const fieldOf = (name: CardFieldName) => name.slice('card_info.'.length) as TypedField;

interface TypedFieldsProps {
  texts: TypedTexts;
  bind: (name: CardFieldName) => CardFieldBinding;
}

/** The fields of a card that is typed into the page. */
export function TypedFields({ texts, bind }: TypedFieldsProps) {
  const [brand, setBrand] = useState(() => cardBrand(texts.read().credit_card_number));
  const number = useAttached(texts, 'credit_card_number');
  const expiration = useAttached(texts, 'expiration');
  const cvv = useAttached(texts, 'cvv');
  const field = (name: CardFieldName): Omit<FieldBinding, 'ref'> => {
    const { onChanged, onLeft, ...binding } = bind(name);
    return {
      ...binding,
      onChange: ({ target }) => {
        texts.type(fieldOf(name), target.value);
        if (name === 'card_info.credit_card_number') setBrand(cardBrand(target.value));
        onChanged();
      },
      onBlur: () => {
        if (!texts.isCleared(fieldOf(name))) onLeft();
      },
    };
  };
  return (
    <>
      <div className={styles.full}>
        <MaskedField
          label="Card number"
          required
          masking={cardNumber}
          autoComplete="cc-number"
          end={
            <span className={styles.brand} role="status">
              {brand}
            </span>
          }
          {...field('card_info.credit_card_number')}
          ref={number}
        />
      </div>
      <div className={styles.half}>
        <MaskedField
          label="Expiration"
          hint="Month and year"
          // It tells browsers that fill in cards that the year has two digits.
          placeholder="MM/YY"
          required
          masking={expirationMasking}
          autoComplete="cc-exp"
          {...field('card_info.expiration')}
          ref={expiration}
        />
      </div>
      <div className={styles.half}>
        <ReadField
          label="CVV"
          read={digitsRead}
          hint={cvvHint}
          required
          inputMode="numeric"
          autoComplete="cc-csc"
          {...field('card_info.cvv')}
          ref={cvv}
        />
      </div>
    </>
  );
}

const useAttached = (texts: TypedTexts, field: TypedField) =>
  useCallback((input: Element | null) => texts.attach(field, input as HTMLInputElement | null), [texts, field]);
