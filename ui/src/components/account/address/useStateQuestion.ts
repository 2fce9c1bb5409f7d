import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { areaOf, placeQuery } from '~/api/delivery/postalCodes';
import { addressStateQuestion, stateRead } from '~/core';
import type { AddressNames } from './typedAddress';
import type { FieldTexts } from './useZipCompletion';

/**
 * Core's question about a typed address whose state and ZIP code disagree; null if there is nothing to ask. It does not ask
 * about an address that is unchanged on file, because the customer has confirmed it before, nor while the state is being
 * typed, because `NE` begins `Nevada`. Instead of sending the form, `onHeld` is called, once for each question; after that
 * the form is sent as typed.
 */
export function useStateQuestion<Name extends string>(
  texts: FieldTexts<Name>,
  names: Pick<AddressNames<Name>, 'state' | 'postal_code'>,
  onHeld: () => void,
) {
  const [kept, setKept] = useState<string | null>(null);
  const [isTyping, setTyping] = useState(false);
  const shown = useRef<string | null>(null);

  /** The ZIP code's area and the state, as one text; null while one of them is incomplete. */
  const place = (read: (name: Name) => string) => {
    const [area, state] = [areaOf(read(names.postal_code)), stateRead(read(names.state))];
    return area === null || state === null ? null : `${area} ${state}`;
  };
  const typed = place(texts.read);
  const [area = '', state = ''] = typed?.split(' ') ?? [];
  const isAsked = typed !== null && typed !== place(texts.onFile) && typed !== kept;
  const { data: found } = useQuery({ ...placeQuery(area), enabled: isAsked });
  const question =
    isAsked && found ? addressStateQuestion({ state, postal_code: area, state_of_zip: found.state }) : null;

  const holds = useEffectEvent(() => {
    if (question === null || shown.current === typed) return false;
    shown.current = typed;
    setTyping(false);
    onHeld();
    return true;
  });
  const { hold } = texts;
  useEffect(() => hold(() => holds()), [hold]);

  return { question: isTyping ? null : question, setTyping, keep: () => setKept(typed) };
}
