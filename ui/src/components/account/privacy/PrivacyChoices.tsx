import { lazy, Suspense, useId, useState } from 'react';
import { showError } from '~/components/feedback/Toaster';
import { messagesText } from '~/core';

const load = () => import('./PrivacyDialog');
const PrivacyDialog = lazy(load);

/** The button that opens the privacy choices. */
export default function PrivacyChoices({ version, className }: { version: string; className: string | undefined }) {
  const [open, setOpen] = useState(false);
  const [failed, setFailed] = useState(false);
  const id = useId();
  const show = () =>
    load().then(
      () => {
        setFailed(false);
        setOpen(true);
      },
      () => {
        setFailed(true);
        showError(messagesText('no_connection'));
      },
    );
  return (
    <li>
      <button type="button" className={className} aria-describedby={id} onClick={() => void show()}>
        Privacy choices
      </button>
      {/* This is no status, because the toast is read out already. */}
      <span id={id}>{failed ? messagesText('no_connection') : ''}</span>
      {open ? (
        <Suspense fallback={null}>
          <PrivacyDialog version={version} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </li>
  );
}
