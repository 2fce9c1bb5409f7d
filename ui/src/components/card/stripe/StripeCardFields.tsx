import { useEffect, useRef, useState } from 'react';
import styles from '~/components/card/CardEntry.module.css';
import type { CardFieldBinding, CardFieldName } from '~/components/card/enteredCard';
import { GatewayField, gatewayFields } from '~/components/card/GatewayField';
import { standInCard } from '~/components/card/standInCard';
import type { StripeFields } from './fields';

interface StripeCardFieldsProps {
  fields: StripeFields;
  bind: (name: CardFieldName) => CardFieldBinding;
}

/** Stripe's fields of a card. If one of them cannot be loaded, the customer can load all of them again. */
export function StripeCardFields({ fields, bind }: StripeCardFieldsProps) {
  const [isFailed, setIsFailed] = useState(false);
  if (isFailed) return standInCard(() => setIsFailed(false)).fields(bind);
  return gatewayFields.map((field) => (
    <StripeCardField
      key={field.name}
      fields={fields}
      field={field}
      binding={bind(field.name)}
      onFailed={() => setIsFailed(true)}
    />
  ));
}

interface StripeCardFieldProps {
  fields: StripeFields;
  field: (typeof gatewayFields)[number];
  binding: CardFieldBinding;
  onFailed: () => void;
}

function StripeCardField({ fields, field, binding, onFailed }: StripeCardFieldProps) {
  const frame = useRef<HTMLDivElement>(null);
  const [isReady, setIsReady] = useState(false);
  const [isFocused, setIsFocused] = useState(false);
  const [brand, setBrand] = useState('');
  const { name } = field;

  const latest = useRef({ ...binding, onFailed });
  useEffect(() => {
    latest.current = { ...binding, onFailed };
  });

  useEffect(() => {
    if (!frame.current) return undefined;
    return fields.mount(name, frame.current, {
      onReady: () => setIsReady(true),
      onFocus: () => setIsFocused(true),
      onBlur: () => {
        setIsFocused(false);
        if (!fields.isCleared(name)) latest.current.onLeft();
      },
      onChange: (known) => {
        setBrand(known);
        latest.current.onChanged();
      },
      onFailed: () => latest.current.onFailed(),
    });
  }, [fields, name]);

  return (
    <GatewayField
      field={field}
      binding={binding}
      frame={frame}
      isFocused={isFocused}
      isWaiting={!isReady}
      end={
        name === 'card_info.credit_card_number' ? (
          <span className={styles.brand} role="status">
            {brand}
          </span>
        ) : null
      }
    />
  );
}
