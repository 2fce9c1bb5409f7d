import type { ReactNode } from 'react';
import parts from '~/components/form/Question.module.css';
import { TextArea } from '~/components/form/TextArea';
import { partId } from './words';

interface NoteQuestionProps {
  value: string;
  onChange: (note: string) => void;
  message: string | undefined;
  /** Shown below the field. */
  children?: ReactNode;
}

/** The customer's note to the stylist. */
export const NoteQuestion = ({ value, onChange, message, children }: NoteQuestionProps) => (
  <section className={parts.question}>
    <h2 className={parts.title}>A note to your stylist</h2>
    <TextArea
      id={partId('note')}
      name="note"
      label="What is this box for?"
      hint="An occasion, a color you are missing, something that did not fit. Optional."
      rows={4}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      onBlur={() => undefined}
      ref={null}
      message={message}
    />
    {children}
  </section>
);
