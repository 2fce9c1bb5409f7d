import { useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { api } from '~/api/client';
import type { SuggestedLine, WholeAddress } from '~/api/schema.gen';
import styles from './LineSuggestions.module.css';

/** How long nobody types before suggestions are asked for. */
const PAUSE_MS = 250;

/** A shorter text could mean too many addresses. */
const SHORTEST_TEXT = 3;

interface LineSuggestionsProps {
  /** The id of the field of the first line. */
  fieldId: string;
  /** Who suggests, to be named with the suggestions. */
  by: string;
  /** Called with the address that was chosen. */
  onChoose: (address: WholeAddress) => void;
}

/** What the field says of its list to a screen reader. */
function describe(field: HTMLElement, listId: string, active: string | null, isOpen: boolean) {
  field.setAttribute('role', 'combobox');
  field.setAttribute('aria-autocomplete', 'list');
  field.setAttribute('aria-controls', listId);
  field.setAttribute('aria-expanded', String(isOpen));
  if (active === null) field.removeAttribute('aria-activedescendant');
  else field.setAttribute('aria-activedescendant', active);
}

/** The questions about one address: the party bills them together. */
const newSession = () => crypto.randomUUID();

/**
 * Suggests addresses below the field of the first line while one types. It is added to the field once it has loaded, so that typing
 * never waits for it, and any other address can be typed.
 */
export default function LineSuggestions({ fieldId, by, onChoose }: LineSuggestionsProps) {
  const listId = useId();
  const [found, setFound] = useState<readonly SuggestedLine[]>([]);
  const [active, setActive] = useState(-1);
  const session = useRef(newSession());
  const question = useRef<AbortController | null>(null);
  const pause = useRef<ReturnType<typeof setTimeout>>(undefined);
  const isOpen = found.length > 0;
  const optionId = (index: number) => `${listId}-${index}`;

  const close = () => {
    clearTimeout(pause.current);
    question.current?.abort();
    setFound([]);
    setActive(-1);
  };

  const ask = async (text: string) => {
    const asked = new AbortController();
    question.current = asked;
    try {
      const body = { text, session: session.current };
      const { suggestions } = await api.post('/address_suggestions', { body, signal: asked.signal });
      if (asked.signal.aborted) return;
      setFound(suggestions);
      setActive(-1);
    } catch {
      // They only help with typing.
    }
  };

  const choose = async ({ id }: SuggestedLine) => {
    close();
    try {
      const { address } = await api.post('/address_suggestions/choice', { body: { id, session: session.current } });
      if (address) onChoose(address);
    } catch {
      // What was typed stays.
    } finally {
      session.current = newSession();
    }
  };

  const typed = useEffectEvent((event: Event) => {
    const text = (event.target as HTMLInputElement).value.trim();
    clearTimeout(pause.current);
    question.current?.abort();
    // A browser that fills in the form does not type: such an event is none of a key.
    if (text.length < SHORTEST_TEXT || !(event instanceof InputEvent)) close();
    else pause.current = setTimeout(() => void ask(text), PAUSE_MS);
  });

  const pressed = useEffectEvent((event: KeyboardEvent) => {
    const chosen = found[active];
    if (!isOpen || event.isComposing) return;
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      const step = event.key === 'ArrowDown' ? 1 : -1;
      // The text as it was typed is one of the places.
      const places = found.length + 1;
      setActive(((active + 1 + step + places) % places) - 1);
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
