import type { QueryClient } from '@tanstack/react-query';
import { sendAllAnswers } from '~/api/quiz/answers';
import { arePhotosUnderWay, settlePhotos } from '~/api/quiz/uploads';
import { hasUnsent } from '~/lib/draft/reload';
import { finish, finishAfterSending } from '~/lib/tablet';

/** The customer leaves the tablet. It forgets them once the server has their last answers and photos. */
export const leave = (): void => (arePhotosUnderWay() || hasUnsent() ? finishAfterSending() : finish());

/**
 * Sends the customer's last photos and answers; `again` also the photos that were not taken before. Fails if not all are taken.
 */
export async function sendLast(client: QueryClient, { again }: { again: boolean }): Promise<void> {
  const areTaken = await settlePhotos({ again });
  // A photo that was taken is an answer now.
  if (hasUnsent()) await sendAllAnswers(client);
  if (!areTaken) throw new Error('The server has not taken all photos.');
}
