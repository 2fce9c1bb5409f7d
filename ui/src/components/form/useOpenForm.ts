import { type RefObject, useRef, useState } from 'react';

interface OpenForm {
  isOpen: boolean;
  open: () => void;
  close: () => void;
  /** The heading of the form's part. It gets the focus when the form closes, because the pressed button disappears. */
  title: RefObject<HTMLHeadingElement | null>;
}

/** A form that a button opens below its heading. */
export function useOpenForm(): OpenForm {
  const [isOpen, setOpen] = useState(false);
  const title = useRef<HTMLHeadingElement>(null);
  const close = () => {
    setOpen(false);
    title.current?.focus();
  };
  return { isOpen, open: () => setOpen(true), close, title };
}
