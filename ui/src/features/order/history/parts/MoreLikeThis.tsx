import { whyFailed } from '~/api/errors';
import { useNextBoxNote } from '~/api/order/nextBoxNote';
import type { LineItem } from '~/api/order/orders';
import { showSuccess } from '~/components/feedback/Toaster';
import { Button } from '~/components/form/Button';
import { useMoreLikeThis } from '../api';
import styles from './MoreLikeThis.module.css';

/** Adds an item to the note for the next box, to ask for more like it. Pressing again removes it. */
export function MoreLikeThis({ item: { id, description } }: { item: LineItem }) {
  const wanted = useNextBoxNote()?.line_item_ids.includes(id) ?? false;
  const { mutate, isPending, error } = useMoreLikeThis(id);
  const press = () =>
    mutate(!wanted, {
      onSuccess: () =>
        showSuccess(
          wanted
            ? `${description} was removed from the note for your next box.`
            : `Added to the note for your next box: ${description}.`,
        ),
    });
  const label = 'More like this';
  return (
    <Button
      variant="quiet"
      className={styles.button}
      aria-pressed={wanted}
      aria-label={`${label}: ${description}`}
      busy={isPending}
      failure={whyFailed(error)}
      busyLabel={label}
      onClick={press}
    >
      {label}
    </Button>
  );
}
