import { type ChangeEvent, type ComponentProps, type InputEvent, useCallback, useRef, useState } from 'react';
import { comesWhole, type Masking, wholeText } from '~/lib/form/reading';
import { useLoaded } from '~/lib/useLoaded';
import { TextField } from './TextField';

type MaskedFieldProps = Omit<ComponentProps<typeof TextField>, 'onInput'> & {
  /** One of the maskings in `lib/form/reading`. It must be the same on every render. */
  masking: Masking;
};

/**
 * Loads Maskito's five kilobytes on demand: signing in does not need them, and a field can be typed into before they are
 * loaded.
 */
const loadMask = () => import('./Mask');

/** A text field that formats digits while they are typed, and reads what is pasted or filled in. */
export function MaskedField({ masking, ref, onChange, ...rest }: MaskedFieldProps) {
  const [field, setField] = useState<HTMLInputElement | null>(null);
  const { code } = useLoaded(loadMask, true);
  const attached = useRef<HTMLInputElement>(null);
  const both = useCallback(
    (element: HTMLInputElement | null) => {
      // Reads what was typed before this script ran. This is done once per element, because a form attaches its fields again
      // while keys are pressed.
      if (element && element !== attached.current) {
        attached.current = element;
        setField(element);
        if (element.value !== element.defaultValue) element.value = wholeText(masking, element.value);
      }
      if (typeof ref === 'function') ref(element);
      else if (ref) ref.current = element;
    },
    [masking, ref],
  );
  // Maskito sets the value itself. React's onChange does not notice that, the input event does.
  const input = (event: InputEvent<HTMLInputElement>) => {
    const { currentTarget, nativeEvent } = event;
    // A text that is filled in before the mask is loaded is read immediately.
    if (!code && comesWhole(nativeEvent)) currentTarget.value = wholeText(masking, currentTarget.value);
    return onChange(event as unknown as ChangeEvent<HTMLInputElement>);
  };
  return (
    <>
      <TextField inputMode="numeric" {...rest} ref={both} onChange={ignore} onInput={input} />
      {code && field ? <code.Mask masking={masking} field={field} /> : null}
    </>
  );
}

const ignore = () => undefined;
