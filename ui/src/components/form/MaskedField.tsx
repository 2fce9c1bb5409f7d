import { useMaskito } from '@maskito/react';
import { type ChangeEvent, type ComponentProps, useCallback, useMemo, useRef } from 'react';
import { maskOf, wholeText } from '~/lib/form/mask';
import type { Masking } from '~/lib/form/reading';
import { TextField } from './TextField';

type MaskedFieldProps = Omit<ComponentProps<typeof TextField>, 'onInput'> & {
  /** One of `lib/form/reading`. It must be the same on every render. */
  masking: Masking;
};

/** A text field that formats digits while they are typed, and reads what is pasted or filled in. */
export function MaskedField({ masking, ref, onChange, ...rest }: MaskedFieldProps) {
  const options = useMemo(() => maskOf(masking), [masking]);
  const maskRef = useMaskito({ options });
  const attached = useRef<HTMLInputElement>(null);
  const both = useCallback(
    (element: HTMLInputElement | null) => {
      maskRef(element);
      // What was typed before this script ran. A form attaches its fields again while keys are pressed.
      if (element && element !== attached.current) {
        attached.current = element;
        if (element.value !== element.defaultValue) element.value = wholeText(masking, element.value);
      }
      if (typeof ref === 'function') ref(element);
      else if (ref) ref.current = element;
    },
    [masking, maskRef, ref],
  );
  // Maskito sets the value itself. React's onChange does not notice that, the input event does.
  const input = (event: unknown) => onChange(event as ChangeEvent<HTMLInputElement>);
  return <TextField inputMode="numeric" {...rest} ref={both} onChange={ignore} onInput={input} />;
}

const ignore = () => undefined;
