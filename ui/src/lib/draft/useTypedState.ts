import { useEffect, useEffectEvent, useState } from 'react';
import { holdTyped, takeTyped, typedBefore } from './typed';

/**
 * `useState` for what is typed outside a form of `useCoreForm`: it is kept over the reload that brings a newer page, unless
 * `name`, its own on the screen, says that it is secret. `onTaken` hears of what was taken back.
 */
export function useTypedState<Value>(
  name: string,
  start: Value | (() => Value),
  onTaken?: (value: Value) => void,
): [Value, (value: Value) => void] {
  const [first] = useState(start);
  const [value, setValue] = useState(() => (typedBefore(name)?.[name] as Value | undefined) ?? first);
  const take = useEffectEvent(() => {
    if (takeTyped(name) !== null) onTaken?.(value);
  });
  useEffect(() => take(), []);
  useEffect(() => holdTyped(name, () => (value === first ? {} : { [name]: value })), [name, value, first]);
  return [value, setValue];
}
