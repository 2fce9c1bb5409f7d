import { useNextBoxNote } from '~/api/order/nextBoxNote';
import { LongText } from '~/components/layout/LongText';
import { Link } from '~/lib/router/Link';
import { paths } from '~/paths';
import styles from './OrderForm.module.css';

/** Says what is sent along with the note: the items of past boxes that the customer wants more of. */
export function NextBoxNote() {
  const note = useNextBoxNote()?.note;
  if (!note) return null;
  return (
    <figure className={styles.nextBoxNote}>
      <figcaption>
        Also in your note, from your <Link to={paths.purchaseHistory}>purchase history</Link>:
      </figcaption>
      <blockquote>
        <LongText text={note} what="it" />
      </blockquote>
    </figure>
  );
}
