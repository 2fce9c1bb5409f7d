import { useMaskito } from '@maskito/react';
import { type ChangeEvent, type ComponentProps, useCallback, useMemo } from 'react';
import { maskOf } from '~/lib/form/mask';
import { TextField } from './TextField';

type MaskedFieldProps = Omit<ComponentProps<typeof TextField>, 'onInput'> & {
  /** One of core's `mask.*` rules. It must be the same function on every render. */
  mask: (text: string) => string;
};

/** A text field that formats digits while they are typed. */
export function MaskedField({ mask, ref, onChange, ...rest }: MaskedFieldProps) {
  const options = useMemo(() => maskOf(mask), [mask]);
  const maskRef = useMaskito({ options });
  const both = useCallback(
    (element: HTMLInputElement | null) => {
      maskRef(element);
      // What was typed before this script ran.
      if (element && element.value !== element.defaultValue) element.value = mask(element.value);
      if (typeof ref === 'function') ref(element);
      else if (ref) ref.current = element;
    },
    [mask, maskRef, ref],
  );
  // Maskito sets the value itself. React's onChange does not notice that, the input event does.
  const input = (event: unknown) => onChange(event as ChangeEvent<HTMLInputElement>);
  return <TextField inputMode="numeric" {...rest} ref={both} onChange={ignore} onInput={input} />;
}

const ignore = () => undefined;
