import { useEffect, useEffectEvent, useId } from 'react';
import type { WholeAddress } from '~/api/schema.gen';
import styles from './LineSuggestions.module.css';
import { placeAfter } from './suggestedPlace';
import { useSuggestedLines } from './useSuggestedLines';

/** A shorter text would match too many addresses. */
const SHORTEST_TEXT = 3;

interface LineSuggestionsProps {
  /** The id of the field of the first line. */
  fieldId: string;
  /** The name of the party that makes the suggestions, shown with them. */
  by: string;
  /** Called when a suggestion is chosen; returns the function that takes its address. */
  onChoose: () => (address: WholeAddress) => void;
}

/** Sets the attributes from which a screen reader knows the field's list. */
function describe(field: HTMLElement, listId: string, active: string | null, isOpen: boolean) {
  field.setAttribute('role', 'combobox');
  field.setAttribute('aria-autocomplete', 'list');
  field.setAttribute('aria-controls', listId);
  field.setAttribute('aria-expanded', String(isOpen));
  if (active === null) field.removeAttribute('aria-activedescendant');
  else field.setAttribute('aria-activedescendant', active);
}

/**
 * Suggests addresses below the field of the first line while the customer types. It is attached to the field once its code
 * has loaded, so that typing never waits for it. Any other address can still be typed.
 */
export default function LineSuggestions({ fieldId, by, onChoose }: LineSuggestionsProps) {
  const listId = useId();
  const { found, active, mark, ask, choose, dropChoice, close } = useSuggestedLines(onChoose);
  const isOpen = found.length > 0;
  const optionId = (index: number) => `${listId}-${index}`;

  const typed = useEffectEvent((event: Event) => {
    dropChoice();
    const text = (event.target as HTMLInputElement).value.trim();
    // A browser that fills in the form fires an event that is no `InputEvent`.
    if (text.length < SHORTEST_TEXT || !(event instanceof InputEvent)) close();
    else ask(text);
  });

  const pressed = useEffectEvent((event: KeyboardEvent) => {
    const chosen = found[active];
    if (!isOpen || event.isComposing) return;
    const place = placeAfter(event.key, active, found.length);
    if (place !== null) {
      mark(place);
    } else if (event.key === 'Enter' && chosen) {
      void choose(chosen);
    } else if (event.key === 'Escape') {
      close();
    } else {
      return;
    }
    event.preventDefault();
  });

  const clicked = useEffectEvent((event: Event) => {
    const option = (event.target as HTMLElement).closest('[role=option]');
    const chosen = found.find((_, index) => optionId(index) === option?.id);
    if (chosen) void choose(chosen);
  });

  const left = useEffectEvent(close);

  useEffect(() => {
    const field = document.getElementById(fieldId);
    const list = document.getElementById(listId);
    if (!field || !list) return undefined;
    const listeners = [
      [field, 'input', typed],
      [field, 'keydown', pressed],
      [field, 'blur', left],
      [list, 'click', clicked],
    ] as [HTMLElement, string, (event: Event) => void][];
    for (const [element, name, listener] of listeners) element.addEventListener(name, listener);
    return () => {
      for (const [element, name, listener] of listeners) element.removeEventListener(name, listener);
      left();
    };
  }, [fieldId, listId]);

  useEffect(() => {
    const field = document.getElementById(fieldId);
    if (field) describe(field, listId, active < 0 ? null : `${listId}-${active}`, isOpen);
  }, [fieldId, listId, active, isOpen]);

  return (
    <div className={styles.suggestions}>
      <p className="unseen" role="status">
        {isOpen ? `${found.length} suggested by ${by}. Use the arrow keys, or type on.` : null}
      </p>
      {/* A press keeps the focus in the field. */}
      <div className={styles.popup} hidden={!isOpen} onPointerDown={(event) => event.preventDefault()}>
        <div id={listId} role="listbox" aria-label="Suggested addresses">
          {found.map((suggestion, index) => (
            <div
              key={suggestion.id}
              id={optionId(index)}
              role="option"
              tabIndex={-1}
              aria-selected={index === active}
              className={styles.option}
            >
              {suggestion.line}
              {suggestion.place === '' ? null : <span className={styles.place}> {suggestion.place}</span>}
            </div>
          ))}
        </div>
        <p className={styles.by}>{by}</p>
      </div>
    </div>
  );
}
