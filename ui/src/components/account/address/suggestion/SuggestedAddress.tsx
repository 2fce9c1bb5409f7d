import type { PostalAddress } from '~/api/account/postalAddress';
import { AddressText } from '~/components/account/address/AddressText';
import { Banner } from '~/components/feedback/Banner';
import { Button } from '~/components/form/Button';
import { messagesText } from '~/core';
import styles from './SuggestedAddress.module.css';

interface SuggestedAddressProps {
  /** As the customer typed it. */
  typed: PostalAddress;
  suggestion: PostalAddress;
  /** Whether an answer is being sent. */
  busy?: boolean;
  /** Why the last answer was not saved, for each of the two buttons. */
  failures?: readonly [use: readonly string[], keep: readonly string[]];
  onUse: () => void;
  onKeep: () => void;
}

const none: readonly [readonly string[], readonly string[]] = [[], []];

/** Offers another way to write an address, which the customer may leave unanswered. */
export const SuggestedAddress = ({
  typed,
  suggestion,
  busy = false,
  failures: [notUsed, notKept] = none,
  onUse,
  onKeep,
}: SuggestedAddressProps) => (
  <section className={styles.suggestion} aria-label="A suggestion for your address">
    <Banner>
      <p>{messagesText('address_suggested')}</p>
      <dl className={styles.both}>
        <div>
          <dt>Yours</dt>
          <dd>
            <AddressText address={typed} />
          </dd>
        </div>
        <div>
          <dt>Suggested</dt>
          <dd>
            <AddressText address={suggestion} />
          </dd>
        </div>
      </dl>
      <div className={styles.actions}>
        <Button variant="secondary" busy={busy} failure={notUsed} onClick={onUse}>
          Use this address
        </Button>
        <Button variant="quiet" busy={busy} failure={notKept} onClick={onKeep}>
          Keep mine
        </Button>
      </div>
    </Banner>
  </section>
);
