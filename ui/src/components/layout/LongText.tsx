import { useEffect, useId, useRef, useState } from 'react';
import { TextButton } from '~/components/form/TextButton';
import styles from './LongText.module.css';

interface LongTextProps {
  /** What somebody wrote, with its lines. */
  text: string;
  /** What it is, for the button of a long one: `your note`. */
  what: string;
}

/**
 * What somebody wrote. Its lines stay, a word that is longer than the screen breaks, and of more than six lines the rest is folded:
 * a button opens it. How many lines there are depends on the width, so they are counted again if that changes.
 */
export const LongText = (props: LongTextProps) => <Folding key={props.text} {...props} />;

/** One text: another one is counted anew. */
function Folding({ text, what }: LongTextProps) {
  const id = useId();
  const block = useRef<HTMLSpanElement>(null);
  const [isLong, setLong] = useState(false);
  const [isOpen, setOpen] = useState(false);

  useEffect(() => {
    const element = block.current;
    if (!element || isOpen) return undefined;
    // The height of the folded lines is rounded.
    const measure = () => setLong(element.scrollHeight > element.clientHeight + 1);
    measure();
    if (typeof ResizeObserver === 'undefined') return undefined;
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [isOpen]);

  return (
    <>
      <span ref={block} id={id} className={styles.text} data-folded={!isOpen}>
        {text}
      </span>
      {isLong ? (
        <TextButton aria-expanded={isOpen} aria-controls={id} onClick={() => setOpen(!isOpen)}>
          {isOpen ? 'Show less' : 'Show all'}
          <span className="unseen"> of {what}</span>
        </TextButton>
      ) : null}
    </>
  );
}
