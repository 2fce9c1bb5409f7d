import { startTransition, useEffectEvent, useLayoutEffect, useState } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';

/**
 * The values of a form. Each change renders the form again. A typed change is rendered as a transition, so that the browser
 * handles the next key first; any other change is rendered immediately.
 */
export function useFormValues<Values extends FieldValues>({
  getValues,
  subscribe,
}: Pick<UseFormReturn<Values>, 'getValues' | 'subscribe'>): Values {
  const [values, setValues] = useState(() => getValues());
  // What was typed into a prerendered screen is taken over before the subscription. Until then `getValues` has only the
  // defaults.
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
    // oxlint-disable-next-line react/set-state-in-effect -- Only after something was typed into a prerendered screen.
    catchUp();
    return unsubscribe;
  }, [subscribe]);
  return values;
}
