import { lazy, Suspense, useState } from 'react';
import { showError } from '~/components/feedback/Toaster';
import { messagesText } from '~/core';

const load = () => import('./PrivacyDialog');
const PrivacyDialog = lazy(load);

/** The button that opens the privacy choices. */
export default function PrivacyChoices({ version, className }: { version: string; className: string | undefined }) {
  const [open, setOpen] = useState(false);
  const show = () =>
    load().then(
      () => setOpen(true),
      () => showError(messagesText('no_connection')),
    );
  return (
    <li>
      <button type="button" className={className} onClick={() => void show()}>
        Privacy choices
      </button>
      {open ? (
        <Suspense fallback={null}>
          <PrivacyDialog version={version} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </li>
  );
}
