import { brand } from '~/core';
import styles from './SiteFooter.module.css';

/** Below most screens: help, the retailer, the small print. */
export function SiteFooter() {
  const { product, retailer } = brand();
  return (
    <footer className={styles.footer}>
      <p>
        {product} by {retailer}
      </p>
    </footer>
  );
}
