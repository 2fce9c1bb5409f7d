import { brand, consentCurrent } from '~/core';
import styles from './Consent.module.css';

/**
 * The text that the customer agrees to when they enter a card. The terms open in a new tab, because leaving the form would
 * empty the card's fields.
 */
export const Consent = () => (
  <p className={styles.consent}>
    {consentCurrent().text}{' '}
    <a href={brand().links.terms} target="_blank" rel="noreferrer">
      Read the terms<span className="unseen"> (opens in a new tab)</span>
    </a>
  </p>
);
