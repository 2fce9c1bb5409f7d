import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { api } from '~/api/client';
import { sendAllAnswers } from '~/api/style/answers';
import type { PhoneLink } from '~/api/schema.gen';
import { showFailure } from '~/components/feedback/Toaster';
import { hasUnsent } from '~/lib/draft/reload';
import { holdsAnything } from '~/lib/memory';
import { screenPath } from '~/lib/screenPath';
import { paths } from '~/paths';
import { leave } from './leave';

/** How often the tablet asks whether the code was used. */
const pollMs = 2000;

/** How long the tablet says that the code was used, before it forgets the customer. */
const goodbyeMs = 5000;

/** Answers could not be sent, and the phone would miss them. */
export class AnswersUnsent extends Error {
  override readonly name = 'AnswersUnsent';
}

/**
 * The code with which the customer continues on their own phone. As long as it is valid, the tablet asks whether it was used,
 * on any screen; once it was used, the tablet forgets the customer.
 */
export function usePhoneLink() {
  const client = useQueryClient();
  const [phoneLink, setPhoneLink] = useState<PhoneLink | null>(null);
  const [expiredLink, setExpiredLink] = useState<PhoneLink | null>(null);
  const { error, isPending, mutate } = useMutation({
    mutationFn: () => makeLink(client),
    onSuccess: setPhoneLink,
    // The dialog reads out that there is no code.
    onError: (cause) => showFailure(cause, { spoken: false }),
    meta: { quiet: true },
  });
  const isOver = phoneLink !== null && expiredLink === phoneLink;
  const { data: usage } = useQuery({
    queryKey: ['phone link', phoneLink?.link],
    queryFn: ({ signal }) => api.get('/phone_links', { signal }),
    enabled: phoneLink !== null && !isOver,
    refetchInterval: ({ state }) => (state.data?.used ? false : pollMs),
    staleTime: 0,
    gcTime: 0,
    meta: { quiet: true, background: true },
  });
  const isUsed = usage?.used === true;

  useEffect(() => {
    if (!phoneLink) return undefined;
    const timer = setTimeout(() => setExpiredLink(phoneLink), phoneLink.ttl_seconds * 1000);
    return () => clearTimeout(timer);
  }, [phoneLink]);
  useEffect(() => {
    if (!isUsed) return undefined;
    const timer = setTimeout(leave, goodbyeMs);
    return () => clearTimeout(timer);
  }, [isUsed]);

  return {
    /** The address that the code holds; null while it is made. */
    link: isPending ? null : (phoneLink?.link ?? null),
    isUsed,
    isOver: isOver && !isPending,
    /** Why the code could not be made. */
    error,
    /** Makes a code for the open screen. The previous code becomes invalid. */
    make: () => mutate(),
  };
}

async function makeLink(client: QueryClient): Promise<PhoneLink> {
  if (hasUnsent() || holdsAnything()) {
    await sendAllAnswers(client).catch((cause: unknown) => {
      throw new AnswersUnsent('The phone would miss answers.', { cause });
    });
  }
  const path = screenPath();
  // After the sign-up, the phone continues with the following step.
  const isSignup = path.split('?')[0] === paths.storeSignup;
  return api.post('/phone_links', { body: { phone_link: { path: isSignup ? paths.storeLocation : path } } });
}
