import { type ReactNode, useRef, useState } from 'react';
import { Button } from '~/components/form/Button';
import { referralLink } from '~/core';
import { basePath } from '~/paths';
import styles from './CopyLink.module.css';

/** The whole address at which a friend registers with the customer's code. */
export const invitationLink = (code: string) => `${window.location.origin}${basePath}${referralLink(code)}`;

interface CopyLinkProps {
  /** The customer's code. */
  code: string;
  /** The id of the element that names the link. */
  labelledBy: string;
  /** `secondary` if the copy button is not the main one of its screen. */
  variant?: 'primary' | 'secondary';
  /** More buttons. */
  children?: ReactNode;
}

/** The customer's own link for friends, and a button that copies it. */
export function CopyLink({ code, labelledBy, variant = 'primary', children }: CopyLinkProps) {
  const field = useRef<HTMLInputElement>(null);
  const { copyStatus, copy } = useCopy(field);
  const link = invitationLink(code);
  return (
    <>
      <input
        ref={field}
        className={styles.link}
        value={link}
        readOnly
        aria-labelledby={labelledBy}
        onFocus={({ currentTarget }) => currentTarget.select()}
      />
      <div className={styles.actions}>
        <Button variant={variant} onClick={() => void copy(link)}>
          Copy link
        </Button>
        {children}
        <p role="status" className={styles.copyStatus}>
          {copyStatus}
        </p>
      </div>
    </>
  );
}

/** Copies a text. `copyStatus` tells whether that worked; null before the first try. */
function useCopy(field: { current: HTMLInputElement | null }) {
  const [copyStatus, setCopyStatus] = useState<string | null>(null);
  const copy = async (text: string) => {
    // The text is removed first, because the same text would not be read out a second time.
    setCopyStatus(null);
    try {
      await navigator.clipboard.writeText(text);
      setCopyStatus('Copied');
    } catch {
      // There is no https, or the browser does not allow copying.
      field.current?.select();
      setCopyStatus('Your browser does not let us copy. The link is selected, so you can copy it yourself.');
    }
  };
  return { copyStatus, copy };
}
