import type { ChangeEvent, FocusEvent, ReactNode, Ref } from 'react';

/** An element that holds a field's value. */
export type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** The props that `useCoreForm`'s `field(name)` gives each field. */
export interface FieldBinding {
  id: string;
  name: string;
  onChange: (event: ChangeEvent<Control>) => unknown;
  onBlur: (event: FocusEvent<Control>) => unknown;
  ref: Ref<Control>;
  /** The error message; undefined if there is none. */
  message?: string | undefined;
}

/** The texts of a field besides its message. */
export interface FieldWords {
  label: string;
  hint?: ReactNode;
  /** Marks the label with an asterisk. */
  required?: boolean;
}

/** The ids of a field's hint and message, for `aria-describedby`. */
export const describedBy = (id: string, hint: ReactNode) => (hint ? `${id}-hint ${id}-message` : `${id}-message`);
