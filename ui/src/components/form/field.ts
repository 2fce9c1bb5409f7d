import type { ChangeEvent, FocusEvent, Ref } from 'react';

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** What a form gives each of its fields: `useCoreForm`'s `field(name)`. */
export interface FieldBinding {
  id: string;
  name: string;
  onChange: (event: ChangeEvent<Control>) => unknown;
  onBlur: (event: FocusEvent<Control>) => unknown;
  ref: Ref<Control>;
  /** The field's message, where something is wrong with it. */
  message?: string | undefined;
}

/** What a customer reads of a field besides its message. */
export interface FieldWords {
  label: string;
  hint?: string;
  /** Marks the label with *, as the notice of the form explains. */
  required?: boolean;
}

/** The ids of what describes a field, for `aria-describedby`. */
export const describedBy = (id: string, hint: string | undefined) =>
  hint ? `${id}-hint ${id}-message` : `${id}-message`;
