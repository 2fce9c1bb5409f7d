import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { MaskedCardInfo } from '~/api/schema.gen';
import { CardLine } from '~/components/card/CardLine';
import { FieldMessage } from '~/components/form/FieldMessage';
import parts from '~/components/form/Question.module.css';

interface PaymentBlockProps {
  /** Its data is null if there is no card. */
  card: Pick<UseQueryResult<MaskedCardInfo | null>, 'data' | 'refetch' | 'isError'>;
  message?: string | undefined;
  /** Below the title. */
  children?: ReactNode;
}

/** The card on file, and the link to change it. */
export function PaymentBlock({ card, message, children }: PaymentBlockProps) {
  return (
    <section
      id="payment"
      tabIndex={-1}
      className={parts.question}
      aria-labelledby="payment-title"
      aria-describedby="payment-message"
    >
      <div>
        <h2 id="payment-title" className={parts.title}>
          Payment
        </h2>
        <FieldMessage id="payment-message">{message}</FieldMessage>
        {children}
      </div>
      <CardLine card={card} />
    </section>
  );
}
