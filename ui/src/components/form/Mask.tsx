import { useMaskito } from '@maskito/react';
import { useLayoutEffect, useMemo } from 'react';
import { maskOf } from '~/lib/form/mask';
import type { Masking } from '~/lib/form/reading';

interface MaskProps {
  /** What formats the text of this field. */
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
  return null;
}
