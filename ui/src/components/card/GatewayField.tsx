import type { ReactNode, Ref } from 'react';
import { Spinner } from '~/components/feedback/Spinner';
import fieldStyles from '~/components/form/Field.module.css';
import { FieldLabel } from '~/components/form/FieldLabel';
import { FieldMessage } from '~/components/form/FieldMessage';
import { describedBy } from '~/components/form/field';
import styles from './CardEntry.module.css';
import type { CardFieldBinding, CardFieldName } from './enteredCard';
import { cardLabels } from './cardFields';
import { cvvHint } from './cvvHint';

/** The fields of a card, with the hints of the typed form. */
export const gatewayFields = [
  { name: 'card_info.credit_card_number', hint: undefined, isWide: true },
  { name: 'card_info.expiration', hint: 'Month and year', isWide: false },
  { name: 'card_info.cvv', hint: cvvHint, isWide: false },
] as const satisfies readonly { name: CardFieldName; hint: string | undefined; isWide: boolean }[];

interface GatewayFieldProps {
  field: (typeof gatewayFields)[number];
  binding: Pick<CardFieldBinding, 'id' | 'message'>;
  /** The element that the gateway puts its frame into. */
  frame?: Ref<HTMLDivElement>;
  isFocused?: boolean;
  /** Whether the frame is still loading. */
  isWaiting: boolean;
  /** Shown at the end of the field. */
  end?: ReactNode;
}

/**
 * A field of the gateway that looks like ours. The text is typed into the gateway's frame, which cannot have a label or
 * message of this page. So the box around the frame is a group with the label, and a message is read out when it appears.
 */
export function GatewayField({ field, binding, frame, isFocused = false, isWaiting, end }: GatewayFieldProps) {
  const { name, hint, isWide } = field;
  const { id, message } = binding;
  return (
    <div className={isWide ? styles.full : styles.half}>
      <div className={fieldStyles.field} data-fault={message !== undefined}>
        <FieldLabel id={id} label={cardLabels[name] ?? ''} hint={hint} required />
        <div className={fieldStyles.box} data-focused={isFocused}>
          <div
            id={id}
            ref={frame}
            tabIndex={-1}
            className={styles.frame}
            role="group"
            aria-labelledby={`${id}-label`}
            aria-describedby={describedBy(id, hint)}
          />
          {isWaiting ? (
            <span className={styles.waiting}>
              <Spinner label={isWide ? 'Loading the fields for your card' : ''} inline />
            </span>
          ) : null}
          {end}
        </div>
        <FieldMessage id={`${id}-message`} spoken>
          {message}
        </FieldMessage>
      </div>
    </div>
  );
}
