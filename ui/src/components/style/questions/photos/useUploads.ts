import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';
import { type Question, useQuestionnaire } from '~/api/style/questionnaire';
import { uploadsOf } from '~/api/style/uploads';

/**
 * The photos of a question that the server does not have yet. `onUploaded` is called with the address of each uploaded photo.
 */
export function useUploads({ ref, title }: Question, onUploaded: (address: string) => void) {
  const client = useQueryClient();
  const photos = uploadsOf(client, useQuestionnaire().data?.id ?? null, ref);
  const uploads = useSyncExternalStore(photos.subscribe, photos.snapshot);
  useEffect(() => photos.setQuestion({ title, onUploaded }));
  return { uploads, add: photos.add, retry: photos.retry, remove: photos.remove };
}
