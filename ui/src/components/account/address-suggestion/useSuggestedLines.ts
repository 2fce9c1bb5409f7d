import { useRef, useState } from 'react';
import { api } from '~/api/client';
import type { SuggestedLine, WholeAddress } from '~/api/schema.gen';

/** How long nobody types before suggestions are asked for. */
const PAUSE_MS = 250;

/** The questions about one address: the party bills them together. */
const newSession = () => crypto.randomUUID();

/** Asks for suggestions once nobody types, and for the address of the chosen one. */
export function useSuggestedLines(onChoose: (address: WholeAddress) => void) {
  const [found, setFound] = useState<readonly SuggestedLine[]>([]);
  const [active, setActive] = useState(-1);
  const session = useRef(newSession());
  const question = useRef<AbortController | null>(null);
  const pause = useRef<ReturnType<typeof setTimeout>>(undefined);

  /** Asks nothing any more. */
  const stop = () => {
    clearTimeout(pause.current);
    question.current?.abort();
  };
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
      // They only help with typing.
    }
  };
  return {
    found,
    /** The place of the marked one; -1 if none is. */
    active,
    mark: setActive,
    close,
    ask: (text: string) => {
      stop();
      pause.current = setTimeout(() => void askNow(text), PAUSE_MS);
    },
    choose: async ({ id }: SuggestedLine) => {
      close();
      try {
        const { address } = await api.post('/address_suggestions/choice', { body: { id, session: session.current } });
        if (address) onChoose(address);
      } catch {
        // What was typed stays.
      } finally {
        session.current = newSession();
      }
    },
  };
}
