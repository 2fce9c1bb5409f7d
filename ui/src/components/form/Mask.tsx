import { useMaskito } from '@maskito/react';
import { useEffect, useLayoutEffect, useMemo } from 'react';
import { maskOf } from '~/lib/form/mask';
import { type Masking, wholeText } from '~/lib/form/reading';

interface MaskProps {
  /** The formatting of this field. */
  masking: Masking;
  field: HTMLInputElement;
}

/** Formats what is typed into a field. */
export function Mask({ masking, field }: MaskProps) {
  const options = useMemo(() => maskOf(masking), [masking]);
  const attach = useMaskito({ options });
  useLayoutEffect(() => {
    void attach(field);
    return () => void attach(null);
  }, [attach, field]);
  // What was typed before the mask was there. While the customer still types, the text stays as it is.
  useEffect(() => {
    const read = () => readTyped(masking, field);
    if (document.activeElement !== field) return read();
    field.addEventListener('blur', read, { once: true });
    return () => field.removeEventListener('blur', read);
  }, [masking, field]);
  return null;
}

/** Reads the field's text as if it had come whole, and tells the form. */
function readTyped(masking: Masking, field: HTMLInputElement): void {
  const text = wholeText(masking, field.value);
  if (text === field.value) return;
  field.value = text;
  field.dispatchEvent(new Event('input', { bubbles: true }));
}
