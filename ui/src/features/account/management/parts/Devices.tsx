import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { whyFailed } from '~/api/errors';
import type { AccountDevice } from '~/api/schema.gen';
import { NotLoaded } from '~/components/feedback/NotLoaded';
import { showSuccess } from '~/components/feedback/Toaster';
import { Button } from '~/components/form/Button';
import { momentWords } from '~/lib/time/momentWords';
import { devicesQuery, useEndDevice, useEndOtherDevices } from '../rights';
import styles from './Privacy.module.css';

/** The devices that are signed in, each with a button that signs it out. */
export function Devices() {
  const { data: devices, isError, isFetching, refetch } = useQuery(devicesQuery);
  const endOthers = useEndOtherDevices();
  const title = useRef<HTMLHeadingElement>(null);
  const announce = (text: string) => {
    showSuccess(text);
    // The pressed button disappears.
    title.current?.focus();
  };
  return (
    <section aria-labelledby="devices" className={styles.part}>
      <h3 id="devices" ref={title} tabIndex={-1}>
        Signed-in devices
      </h3>
      {isError && !devices ? (
        <NotLoaded what="your devices" retry={() => void refetch()} busy={isFetching} />
      ) : (
        <ul className={styles.devices} aria-busy={!devices}>
          {(devices ?? []).map((device) => (
            <li key={device.id}>
              <Device device={device} onEnded={() => announce(`${device.name} is signed out.`)} />
            </li>
          ))}
        </ul>
      )}
      {devices?.some(({ current }) => !current) ? (
        <Button
          variant="secondary"
          busy={endOthers.isPending}
          failure={whyFailed(endOthers.error)}
          busyLabel="One moment..."
          onClick={() =>
            endOthers.mutate(undefined, { onSuccess: () => announce('You are signed out on all other devices.') })
          }
        >
          Sign out on all other devices
        </Button>
      ) : null}
    </section>
  );
}

function Device({ device, onEnded }: { device: AccountDevice; onEnded: () => void }) {
  const { id, name, last_seen_at, current } = device;
  const end = useEndDevice();
  const { day, time } = momentWords(last_seen_at, 'with year');
  return (
    <div className={styles.device}>
      <p>
        <span className={styles.name}>{name}</span>
        <span className={styles.seen}>{current ? 'This device' : `Last used ${day}, ${time}`}</span>
      </p>
      {current ? null : (
        <Button
          variant="quiet"
          aria-label={`Sign out ${name}`}
          busy={end.isPending}
          failure={whyFailed(end.error)}
          busyLabel="One moment..."
          onClick={() => end.mutate(id, { onSuccess: onEnded })}
        >
          Sign out
        </Button>
      )}
    </div>
  );
}
