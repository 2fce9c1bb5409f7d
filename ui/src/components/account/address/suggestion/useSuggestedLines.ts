import { useEffect, useRef, useState } from 'react';
import { api } from '~/api/client';
import type { SuggestedLine, WholeAddress } from '~/api/schema.gen';

/** Suggestions are requested after this time without typing. */
const PAUSE_MS = 250;

/** A session id for the requests about one address, which the party bills together. */
const newSession = () => crypto.randomUUID();

/**
 * Requests suggestions once nobody types, and the whole address of the chosen one. `onChoose` is called when one is chosen; it
 * returns the function that takes the address. The address is dropped if the customer types on or chooses another one.
 */
export function useSuggestedLines(onChoose: () => (address: WholeAddress) => void) {
  const [found, setFound] = useState<readonly SuggestedLine[]>([]);
  const [active, setActive] = useState(-1);
  const session = useRef(newSession());
  const question = useRef<AbortController | null>(null);
  const choice = useRef<AbortController | null>(null);
  const pause = useRef<ReturnType<typeof setTimeout>>(undefined);

  /** Cancels the pending request. */
  const stop = () => {
    clearTimeout(pause.current);
    question.current?.abort();
  };
  const dropChoice = () => choice.current?.abort();
  useEffect(() => () => choice.current?.abort(), []);
  const close = () => {
    stop();
    setFound([]);
    setActive(-1);
  };
  const askNow = async (text: string) => {
    const asked = new AbortController();
    question.current = asked;
    try {
      const body = { text, session: session.current };
      const { suggestions } = await api.post('/address_suggestions', { body, signal: asked.signal });
      if (asked.signal.aborted) return;
      setFound(suggestions);
      setActive(-1);
    } catch {
      // Suggestions only help with typing, so a failure is ignored.
    }
  };
  return {
    found,
    /** The place of the marked suggestion; -1 if none is marked. */
    active,
    mark: setActive,
    close,
    /** Drops the address of the chosen suggestion, because the customer types on. */
    dropChoice,
    ask: (text: string) => {
      stop();
      pause.current = setTimeout(() => void askNow(text), PAUSE_MS);
    },
    choose: async ({ id }: SuggestedLine) => {
      close();
      dropChoice();
      const chosen = new AbortController();
      choice.current = chosen;
      const take = onChoose();
      const body = { id, session: session.current };
      // The choice ends the group of requests.
      session.current = newSession();
      try {
        const { address } = await api.post('/address_suggestions/choice', { body, signal: chosen.signal });
        if (address && !chosen.signal.aborted) take(address);
      } catch {
        // The typed text stays.
      }
    },
  };
}
