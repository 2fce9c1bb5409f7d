import { useId } from 'react';
import { Button } from '~/components/form/Button';
import { CopyLink, invitationLink } from '~/components/account/invitation/CopyLink';
import { brand, terms } from '~/core';
import styles from './InvitationLink.module.css';

/** The customer's own link, with buttons to copy and share it. */
export function InvitationLink({ code }: { code: string }) {
  const id = useId();
  return (
    <section className={styles.invitation} aria-labelledby={id}>
      <h2 id={id}>Your link</h2>
      <CopyLink code={code} labelledBy={id}>
        {typeof navigator.share === 'function' ? (
          <Button variant="secondary" onClick={() => void share(invitationLink(code))}>
            Share
          </Button>
        ) : null}
      </CopyLink>
    </section>
  );
}

/** Opens the device's share sheet. Closing it is no error. */
async function share(url: string): Promise<void> {
  const { product } = brand();
  const text = `${terms().referral_percent}% off your first box at ${product}`;
  await navigator.share({ title: product, text, url }).catch(() => undefined);
}
