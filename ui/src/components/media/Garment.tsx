import type { ReactNode } from 'react';
import { Price } from '~/components/values/Price';
import styles from './Garment.module.css';
import { Illustration } from './Illustration';

interface GarmentProps {
  picture: string;
  name: string;
  /** Brand, color and size, as far as they are shown. */
  details: ReactNode;
  /** Null if it is not shown. */
  price: string | null;
  /** Loads the picture immediately. */
  eager?: boolean;
  /** Shown below the details. */
  children?: ReactNode;
}

/**
 * A garment in a list: its picture, its name, and its details with the price at the end. In a row of garments, names are
 * aligned, and so are prices. The whole garment may be inside a button.
 */
export const Garment = ({ picture, name, details, price, eager = false, children }: GarmentProps) => (
  <>
    <Illustration src={picture} eager={eager} />
    <span className={styles.name}>{name}</span>{' '}
    <span className={styles.facts}>
      <span>{details}</span> {price === null ? null : <Price amount={price} className={styles.price} />}
    </span>
    {children ? <div>{children}</div> : null}
  </>
);
