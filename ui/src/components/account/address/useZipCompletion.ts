import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { areaOf, placeQuery } from '~/api/delivery/postalCodes';
import type { PostalCodePlace } from '~/api/schema.gen';
import type { AddressNames } from './typedAddress';

/** Reads and sets the texts of a form's fields. */
export interface FieldTexts<Name extends string> {
  read: (name: Name) => string;
  /** The text that the field had before the customer typed. */
  onFile: (name: Name) => string;
  write: (name: Name, text: string) => unknown;
  fieldId: (name: Name) => string;
  /** Calls `holds` before the form is sent; if it returns true, the form is not sent. The returned function unregisters it. */
  hold: (holds: () => boolean) => () => void;
}

const both = ['city', 'state'] as const;
type Part = (typeof both)[number];

/**
 * Fills in city and state once the ZIP code is complete. What the customer typed is never replaced. A field that has the
 * focus is filled in only when it is left empty. Returns the text for a screen reader about what was filled in.
 */
export function useZipCompletion<Name extends string>(
  { read, write, fieldId }: FieldTexts<Name>,
  names: Pick<AddressNames<Name>, 'city' | 'state' | 'postal_code'>,
): string {
  const client = useQueryClient();
  const [filled, setFilled] = useState({ city: '', state: '' });
  const area = areaOf(read(names.postal_code));

  /** The fields in which the customer has not typed. */
  const open = () => both.filter((part) => ['', filled[part]].includes(read(names[part])));
  const isAnyOpen = useEffectEvent(() => open().length > 0);
  const hasFocus = (part: Part) => document.activeElement?.id === fieldId(names[part]);
  const focused = useEffectEvent(() => both.find(hasFocus));
  const fill = useEffectEvent((place: PostalCodePlace, among: readonly Part[] = both) => {
    const parts = open().filter((part) => among.includes(part) && !hasFocus(part));
    for (const part of parts) write(names[part], place[part]);
    setFilled((before) => ({ ...before, ...Object.fromEntries(parts.map((part) => [part, place[part]])) }));
  });

  // This runs once for each ZIP code, so a field that the customer empties stays empty.
  useEffect(() => {
    if (area === null || !isAnyOpen()) return undefined;
    let isCurrent = true;
    const arrived = (place: PostalCodePlace) => {
      if (!isCurrent) return;
      fill(place);
      // If the customer uses the keyboard, City may have the focus when the answer comes.
      const part = focused();
      if (part === undefined) return;
      const left = () => isCurrent && fill(place, [part]);
      document.activeElement?.addEventListener('blur', left, { once: true });
    };
    client.fetchQuery(placeQuery(area)).then(arrived, () => undefined);
    return () => {
      isCurrent = false;
    };
  }, [client, area]);

  const parts = both.filter((part) => filled[part] !== '' && read(names[part]) === filled[part]);
  return parts.length === 0 ? '' : `Filled in from the ZIP code: ${parts.map((part) => filled[part]).join(', ')}`;
}
