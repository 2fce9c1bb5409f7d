import type { QueryClient } from '@tanstack/react-query';
import { sendAllAnswers } from '~/api/style/answers';
import { allUploads, type uploadsOf } from '~/api/style/uploads';
import { hasUnsent } from '~/lib/draft/reload';
import { busyLock, busyUntil } from '~/lib/tabLock';
import { finish, finishing, setFinishing } from '~/lib/tablet';

type PhotoUploads = ReturnType<typeof uploadsOf>;

/** Whether any photo of a question is being sent or waits to be sent. */
const isUnderWay = (uploads: PhotoUploads) => uploads.snapshot().some(({ fault }) => fault === null);

/** Whether photos of any question are still being sent. */
export const arePhotosUnderWay = (): boolean => allUploads().some(isUnderWay);

/**
 * Called when the customer leaves the tablet. The tablet forgets them once the server has their last answers and photos from
 * all tabs.
 */
export async function leave(): Promise<void> {
  if (arePhotosUnderWay() || hasUnsent() || (await isAnyTabBusy())) setFinishing('sending');
  else finish();
}

/** Whether the last answers and photos of a customer who has finished are being sent, or some have failed. */
export const isSendingLast = (step: ReturnType<typeof finishing>): boolean => step === 'sending' || step === 'failed';

/**
 * Sets the next step of the sending for all tabs, unless one of them has moved on already, because then the next customer may
 * be there.
 */
export function goOnSending(to: 'sending' | 'failed' | 'forgotten'): void {
  if (isSendingLast(finishing())) setFinishing(to);
}

/** Whether a tab of this browser is busy, this one included. Always false in old browsers, which have no locks. */
export async function isAnyTabBusy(): Promise<boolean> {
  if (!('locks' in navigator)) return false;
  const { held = [] } = await navigator.locks.query();
  return held.some(({ name }) => name === busyLock);
}

/** How often a tab that has sent everything looks whether the others have. */
const pollMs = 250;

/** Ends the other tabs' wait for this one; null if they do not wait. */
let release: (() => void) | null = null;

interface SendOptions {
  /** Whether photos that failed before are sent again. */
  again: boolean;
  /** Ends the wait for the other tabs. */
  signal: AbortSignal;
}

/**
 * Sends the customer's last photos and answers from this tab, and waits until the other tabs have sent theirs. Fails if the
 * server has not taken everything from this tab. The other tabs then keep waiting, because the customer can try again.
 */
export async function sendLast(client: QueryClient, { again, signal }: SendOptions): Promise<void> {
  if (release === null) busyUntil(new Promise<void>((resolve) => (release = resolve)));
  const taken = await Promise.all(allUploads().map((uploads) => settle(uploads, again)));
  // A photo that was taken has become an answer.
  if (hasUnsent()) await sendAllAnswers(client);
  if (taken.includes(false)) throw new Error('The server has not taken all photos.');
  release?.();
  release = null;
  while (!signal.aborted && (await isAnyTabBusy())) await new Promise((resolve) => setTimeout(resolve, pollMs));
  // Another tab may have been closed right after its photo was taken.
  if (!signal.aborted && hasUnsent()) await sendAllAnswers(client);
}

/** Waits until no photo of a question is being sent or waits. Returns whether the server has taken all of them. */
async function settle(uploads: PhotoUploads, again: boolean): Promise<boolean> {
  const awaited = uploads.snapshot().filter(({ fault }) => again || fault === null);
  for (const { id, fault } of awaited) if (fault !== null) uploads.retry(id);
  await new Promise<void>((resolve) => {
    const look = () => {
      if (isUnderWay(uploads)) return;
      stop();
      resolve();
    };
    const stop = uploads.subscribe(look);
    look();
  });
  return !uploads.snapshot().some(({ id }) => awaited.some((upload) => upload.id === id));
}
