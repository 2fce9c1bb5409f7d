import { lazy, Suspense, useId, useState } from 'react';
import { ReloadButton } from '~/components/feedback/ReloadButton';
import { showError } from '~/components/feedback/Toaster';

const load = () => import('./PrivacyDialog');
const PrivacyDialog = lazy(load);

const notLoaded = 'The privacy choices did not load. Try again, or reload the page.';

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
        showError(notLoaded);
      },
    );
  return (
    <li>
      <button type="button" className={className} aria-describedby={id} onClick={() => void show()}>
        Privacy choices
      </button>
      {/* This is no status, because the toast is read out already. */}
      <span id={id}>{failed ? notLoaded : ''}</span>
      {/* Some browsers keep the failure until then, and after a release the file has another name. */}
      {failed ? <ReloadButton /> : null}
      {open ? (
        <Suspense fallback={null}>
          <PrivacyDialog version={version} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </li>
  );
}
