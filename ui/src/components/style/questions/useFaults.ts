import { useCallback, useState } from 'react';

/** Why typed texts are no answers, by question. */
type Faults = Readonly<Record<string, string>>;

/** The faults, and the function that notes one, or with null that there is none any more. */
export function useFaults(): [Faults, (ref: string, message: string | null) => void] {
  const [faults, setFaults] = useState<Faults>({});
  const setFault = useCallback(
    (ref: string, message: string | null) =>
      setFaults((known) => {
        const others = Object.entries(known).filter(([other]) => other !== ref);
        return Object.fromEntries(message === null ? others : [...others, [ref, message]]);
      }),
    [],
  );
  return [faults, setFault];
}
