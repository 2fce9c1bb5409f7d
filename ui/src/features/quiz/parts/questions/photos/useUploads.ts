import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';
import { type Question, useQuestionnaire } from '~/api/quiz/questionnaire';
import { uploadsOf } from '~/api/quiz/uploads';

/** The photos of a question that the server does not have yet. `onUploaded` takes the address of each that it has taken. */
export function useUploads({ ref, title }: Question, onUploaded: (address: string) => void) {
  const client = useQueryClient();
  const held = uploadsOf(client, useQuestionnaire().data?.id ?? null, ref);
  const uploads = useSyncExternalStore(held.subscribe, held.snapshot);
  useEffect(() => held.answer({ title, onUploaded }));
  return { uploads, add: held.add, retry: held.retry, forget: held.forget };
}
