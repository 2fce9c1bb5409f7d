import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { encode } from 'uqr';
import { api } from '~/api/client';
import { Dialog } from '~/components/feedback/Dialog';
import { Spinner } from '~/components/feedback/Spinner';
import { Button } from '~/components/form/Button';
import { finish } from '~/lib/tablet';
import { paths, screenPath } from '~/paths';
import styles from './StoreTablet.module.css';

/** How often it asks whether the code was used. */
const askMs = 2000;

/** How long it is said that the phone has it, before the tablet forgets the customer. */
const goodbyeMs = 5000;

/** Shows a code by which the customer goes on on their own phone. Once it is used, the tablet ends its own session. */
export default function PhoneDialog({ onClose }: { onClose: () => void }) {
  const { data: made, isError, mutate } = useMutation({ mutationFn: makeLink, meta: { quiet: true } });
  const [ended, setEnded] = useState<string | null>(null);
  const isOver = made !== undefined && ended === made.link;
  const { data: use } = useQuery({
    queryKey: ['phone link', made?.link],
    queryFn: ({ signal }) => api.get('/phone_links', { signal }),
    enabled: made !== undefined && !isOver,
    refetchInterval: ({ state }) => (state.data?.used ? false : askMs),
    staleTime: 0,
    gcTime: 0,
    meta: { quiet: true, background: true },
  });
  const isUsed = use?.used === true;

  const make = useEffectEvent(() => mutate());
  useEffect(() => make(), []);
  useEffect(() => {
    if (!made) return undefined;
    const timer = setTimeout(() => setEnded(made.link), made.ttl_seconds * 1000);
    return () => clearTimeout(timer);
  }, [made]);
  useEffect(() => {
    if (!isUsed) return undefined;
    const timer = setTimeout(finish, goodbyeMs);
    return () => clearTimeout(timer);
  }, [isUsed]);

  return (
    <Dialog isOpen onClose={isUsed ? finish : onClose} title="Go on on your own phone">
      <div className={styles.code}>
        <div className={styles.picture} data-empty={isUsed || isOver || isError}>
          {isUsed ? (
            <Tick />
          ) : isOver || isError ? null : made ? (
            <Code link={made.link} />
          ) : (
            <Spinner label="Making your code" />
          )}
        </div>
        <div className={styles.words}>
          <p role="status">{isUsed ? used : isError ? failed : isOver ? over : null}</p>
          {isUsed || isError || isOver ? null : (
            <p>
              Scan this code with your phone’s camera. You go on there where you are now, and this tablet forgets you.
            </p>
          )}
          {isUsed ? <Button onClick={finish}>Finish</Button> : null}
          {isError ? <Button onClick={() => mutate()}>Try again</Button> : null}
          {isOver && !isUsed ? <Button onClick={() => mutate()}>Make a new code</Button> : null}
        </div>
      </div>
    </Dialog>
  );
}

const used = 'Your phone has it now. This tablet forgets you in a moment.';
const failed = 'The code could not be made just now.';
const over = 'This code has run out.';

/** After the sign-up, the phone goes on with the step that follows. */
const makeLink = () => {
  const path = screenPath();
  const isSignup = path.split('?')[0] === paths.storeSignup;
  return api.post('/phone_links', { body: { phone_link: { path: isSignup ? paths.storeLocation : path } } });
};

const Tick = () => (
  <svg viewBox="0 0 24 24" aria-hidden="true">
    <path d="m7 12.5 3.5 3.5 7-8" fill="none" stroke="currentColor" strokeWidth="0.75" />
  </svg>
);

/** The light edge that a camera needs around a code, in squares. */
const edge = 4;

function Code({ link }: { link: string }) {
  const { data, size } = encode(link, { ecc: 'M', border: 0 });
  const squares = data.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : [])));
  const whole = size + 2 * edge;
  return (
    <svg
      viewBox={`${-edge} ${-edge} ${whole} ${whole}`}
      role="img"
      aria-label="A code for your phone’s camera"
      shapeRendering="crispEdges"
    >
      <path d={squares.join('')} />
    </svg>
  );
}
