import { useEffect, useState } from 'react';
import type { FieldValues, Path, PathValue, UseFormReturn } from 'react-hook-form';
import { holdTyped, takeTyped, type Typed } from './typed';

/**
 * Keeps what is typed into a form over the reload that brings a newer page; it is taken back as typed, not as what the form
 * starts with. A form is known by its fields.
 */
export function useTypedForm<Values extends FieldValues>(
  { getValues, setValue }: UseFormReturn<Values>,
  holder: string,
): void {
  const [start] = useState(() => leavesOf(getValues()));
  useEffect(() => {
    for (const [name, value] of Object.entries(takeTyped(holder) ?? {})) {
      if (!(name in start)) continue;
      setValue(name as Path<Values>, value as PathValue<Values, Path<Values>>, { shouldDirty: true });
    }
    return holdTyped(holder, () => {
      const changed = Object.entries(leavesOf(getValues())).filter(([name, value]) => value !== start[name]);
      return Object.fromEntries(changed);
    });
  }, [holder, start, getValues, setValue]);
}

/** The values of a form by their dotted names. */
function leavesOf(values: object, above = ''): Typed {
  return Object.fromEntries(
    Object.entries(values).flatMap(([name, value]: [string, unknown]) =>
      typeof value === 'object' && value !== null
        ? Object.entries(leavesOf(value, `${above}${name}.`))
        : [[`${above}${name}`, value]],
    ),
  );
}
