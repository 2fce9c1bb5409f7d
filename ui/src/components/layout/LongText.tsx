import { useId, useLayoutEffect, useRef, useState } from 'react';
import { TextButton } from '~/components/form/TextButton';
import styles from './LongText.module.css';

interface LongTextProps {
  /** A text that somebody wrote, with its line breaks. */
  text: string;
  /** What the text is, for the button below a long one: `your note`. */
  what: string;
}

/**
 * A text that somebody wrote. Its line breaks stay, and a word that is longer than the screen breaks. If there are more than
 * six lines, a button shows the rest. The number of lines depends on the width, so they are counted again if it changes.
 */
export const LongText = (props: LongTextProps) => <Folding key={props.text} {...props} />;

/** One text. The key makes another text start folded and be measured again. */
function Folding({ text, what }: LongTextProps) {
  const id = useId();
  const block = useRef<HTMLSpanElement>(null);
  const [isLong, setLong] = useState(false);
  const [isOpen, setOpen] = useState(false);

  // Before the first paint, so that the button does not push down what is below it.
  useLayoutEffect(() => {
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
