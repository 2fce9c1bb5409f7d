import { type ChangeEvent, type ComponentProps, type InputEvent, useCallback, useRef, useState } from 'react';
import { comesWhole, type Masking, wholeText } from '~/lib/form/reading';
import { useLoaded } from '~/lib/useLoaded';
import { TextField } from './TextField';

type MaskedFieldProps = Omit<ComponentProps<typeof TextField>, 'onInput'> & {
  /** One of `lib/form/reading`. It must be the same on every render. */
  masking: Masking;
};

/** Maskito's five kilobytes: nobody who signs in needs them, and a field can be typed into before they are there. */
const loadMask = () => import('./Mask');

/** A text field that formats digits while they are typed, and reads what is pasted or filled in. */
export function MaskedField({ masking, ref, onChange, ...rest }: MaskedFieldProps) {
  const [field, setField] = useState<HTMLInputElement | null>(null);
  const { code } = useLoaded(loadMask, true);
  const attached = useRef<HTMLInputElement>(null);
  const both = useCallback(
    (element: HTMLInputElement | null) => {
      // What was typed before this script ran. A form attaches its fields again while keys are pressed.
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
    // What is filled in before the mask is there is read at once.
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
