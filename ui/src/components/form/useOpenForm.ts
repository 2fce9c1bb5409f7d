import { type RefCallback, type RefObject, useCallback, useRef, useState } from 'react';

interface FormFocus {
  /** The heading of the form's part. It gets the focus when the form closes, because the pressed button disappears. */
  title: RefObject<HTMLHeadingElement | null>;
  /** An element around the form, inside its `Suspense`. The form's first field gets the focus when the form opens. */
  form: RefCallback<HTMLElement>;
  /** Call it when a button has opened the form. */
  opened: () => void;
  /** Call it when the form closes. A customer who is in a field somewhere else is left there. */
  closed: () => void;
}

/** Moves the focus when a button opens or closes a form below a heading, because the pressed button disappears. */
export function useFormFocus(): FormFocus {
  const title = useRef<HTMLHeadingElement>(null);
  const waits = useRef(false);
  const shown = useRef<HTMLElement>(null);
  const form = useCallback((part: HTMLElement | null) => {
    shown.current = part;
    // The customer may have moved on while the form's code was loading.
    if (part && waits.current && document.activeElement === title.current) focusFirstField(part);
    if (part) waits.current = false;
  }, []);
  const opened = useCallback(() => {
    waits.current = true;
    // The form's code may still have to be loaded.
    title.current?.focus();
  }, []);
  const closed = useCallback(() => {
    waits.current = false;
    // The form may close later than it was sent, once the server has answered.
    if (!isInFieldOutside(shown.current)) title.current?.focus();
  }, []);
  return { title, form, opened, closed };
}

const fields = ':is(input, select, textarea)';

const focusFirstField = (part: HTMLElement) =>
  part.querySelector<HTMLElement>(`${fields}:not([hidden], [type="hidden"])`)?.focus();

function isInFieldOutside(part: HTMLElement | null): boolean {
  const active = document.activeElement;
  return active !== null && active.matches(fields) && part?.contains(active) !== true;
}

interface OpenForm extends Pick<FormFocus, 'title' | 'form'> {
  isOpen: boolean;
  open: () => void;
  close: () => void;
}

/** A form that a button opens below its heading. */
export function useOpenForm(): OpenForm {
  const [isOpen, setOpen] = useState(false);
  const { title, form, opened, closed } = useFormFocus();
  const open = () => {
    setOpen(true);
    opened();
  };
  const close = () => {
    setOpen(false);
    closed();
  };
  return { isOpen, open, close, title, form };
}
