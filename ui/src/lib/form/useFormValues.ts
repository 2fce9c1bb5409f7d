import { startTransition, useEffectEvent, useLayoutEffect, useState } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';

/**
 * The values of a form. Each change renders the form again: what is typed as a transition, so that the browser answers the next
 * key first, and anything else at once.
 */
export function useFormValues<Values extends FieldValues>({
  getValues,
  subscribe,
}: Pick<UseFormReturn<Values>, 'getValues' | 'subscribe'>): Values {
  const [values, setValues] = useState(() => getValues());
  // What was typed into a rendered screen is taken over before the subscription; until that, `getValues` has only the defaults.
  const catchUp = useEffectEvent(() => {
    const now = getValues();
    if (JSON.stringify(now) !== JSON.stringify(values)) setValues(now);
  });
  useLayoutEffect(() => {
    const unsubscribe = subscribe({
      formState: { values: true },
      callback: ({ values: changed, type }) => {
        if (type === 'change') startTransition(() => setValues(changed));
        else setValues(changed);
      },
    });
    // oxlint-disable-next-line react/set-state-in-effect -- Only after something was typed into a rendered screen.
    catchUp();
    return unsubscribe;
  }, [subscribe]);
  return values;
}
