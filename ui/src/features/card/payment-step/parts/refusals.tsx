import { ApiError, issuesOf, presentation } from '~/api/errors';
import { fieldIssues } from '~/components/card/cardIssues';
import { Banner } from '~/components/feedback/Banner';
import { type Reason, reasonsFromError } from './Reasons';
import styles from './Reasons.module.css';
import { useFocusOnShow } from './useFocusOnShow';

/** The fields of the order that the card's form does not ask for. */
const orderFields = ['ship_by_date', 'store', 'themebox'];

/**
 * The reasons that are shown above the form; null if the failure concerns a field of the form, the address, the discount or
 * the code.
 */
export function reasonsAboveForm(error: unknown, afterCode: boolean): readonly Reason[] | null {
  if (error instanceof ApiError) {
    const { address_error, promo_error, mfa_required } = presentation(error);
    if (address_error !== null || promo_error !== null || mfa_required) return null;
  }
  // After the code the card's fields are empty, so the reasons for its refusal are shown above the form.
  const issues = afterCode ? issuesOf(error) : fieldIssues(error);
  const order = issues.filter(({ field }) => orderFields.includes(field));
  if (order.length > 0) return order;
  return issues.length > 0 ? null : reasonsFromError(error);
}

/** Shows above the address that it was refused. */
export function AddressRefusal({ message }: { message: string }) {
  const box = useFocusOnShow();
  return (
    <div ref={box} tabIndex={-1} className={styles.reasons}>
      <Banner tone="fault">
        <p>{message}</p>
      </Banner>
    </div>
  );
}
