import { TextButton } from '~/components/form/TextButton';
import { RowNote } from '~/components/layout/Rows';
import styles from './Summary.module.css';
import type { Discount } from './useDiscount';

interface DiscountFactProps {
  discount: Discount;
  /** Moves the focus from the pressed button, which disappears. */
  onRetry: () => void;
}

/** The discount that applies, or a message that it could not be loaded; dots until it is loaded. */
export function DiscountFact({ discount: { counts, retry }, onRetry }: DiscountFactProps) {
  const tryAgain = () => {
    retry?.();
    onRetry();
  };
  return (
    <>
      <span role="status">{retry ? 'Your discount could not be loaded.' : null}</span>
      {retry ? (
        <span className={styles.choice}>
          <TextButton onClick={tryAgain}>Try again</TextButton>
        </span>
      ) : counts ? (
        <>
          {counts.description}
          <RowNote>{counts.code}</RowNote>
        </>
      ) : (
        <span>{counts === null ? '–' : '…'}</span>
      )}
    </>
  );
}
