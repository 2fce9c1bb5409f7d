import { type FormEvent, useEffect, useRef } from 'react';
import { Button } from '~/components/form/Button';
import { policy } from '~/core';
import styles from './SearchField.module.css';

interface SearchFieldProps {
  /** The searched text; empty if there is none. */
  sought: string;
  onSearch: (sought: string) => void;
}

/** A field that finds an item by its name or brand. It does not use the code for forms, which nothing else here needs. */
export function SearchField({ sought, onSearch }: SearchFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    // After Back the field shows the earlier search.
    if (input.current && input.current.value.trim() !== sought) input.current.value = sought;
  }, [sought]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSearch(input.current?.value.trim() ?? '');
  };
  const clear = () => {
    onSearch('');
    // The pressed button disappears.
    input.current?.focus();
  };
  return (
    <form role="search" className={styles.search} onSubmit={submit}>
      <div>
        <label htmlFor="search" className={styles.label}>
          Find an item by its name or brand
        </label>
        <input
          id="search"
          ref={input}
          type="search"
          name="q"
          defaultValue={sought}
          maxLength={policy().search_max_length}
          enterKeyHint="search"
          className={styles.input}
        />
      </div>
      <div className={styles.buttons}>
        <Button type="submit" variant="secondary">
          Search
        </Button>
        {sought === '' ? null : (
          <Button variant="quiet" onClick={clear}>
            Clear the search
          </Button>
        )}
      </div>
    </form>
  );
}
