import type { QueryClient } from '@tanstack/react-query';
import { sendAllAnswers } from '~/api/quiz/answers';
import { allUploads, type uploadsOf } from '~/api/quiz/uploads';
import { hasUnsent } from '~/lib/draft/reload';
import { finish, finishAfterSending } from '~/lib/tablet';

type PhotoUploads = ReturnType<typeof uploadsOf>;

/** Whether a photo of a question is being sent, or waits for one that is. */
const isUnderWay = (uploads: PhotoUploads) => uploads.snapshot().some(({ fault }) => fault === null);

/** Whether photos of any question are still being sent. */
export const arePhotosUnderWay = (): boolean => allUploads().some(isUnderWay);

/** The customer leaves the tablet. It forgets them once the server has their last answers and photos. */
export const leave = (): void => (arePhotosUnderWay() || hasUnsent() ? finishAfterSending() : finish());

/**
 * Sends the customer's last photos and answers; `again` also the photos that were not taken before. Fails if not all are taken.
 */
export async function sendLast(client: QueryClient, { again }: { again: boolean }): Promise<void> {
  const taken = await Promise.all(allUploads().map((uploads) => settle(uploads, again)));
  // A photo that was taken is an answer now.
  if (hasUnsent()) await sendAllAnswers(client);
  if (taken.includes(false)) throw new Error('The server has not taken all photos.');
}

/** Waits until no photo of a question is under way any more. Returns whether the server has taken all of them. */
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
