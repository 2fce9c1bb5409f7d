import { type ReactNode, type RefObject, useEffect, useRef } from 'react';
import { NotLoaded } from '~/components/feedback/NotLoaded';
import { Spinner } from '~/components/feedback/Spinner';
import { Button } from '~/components/form/Button';
import styles from './PagedList.module.css';

/** A list that comes in pages. */
export interface Pages<Item> {
  /** The items of the loaded pages that are shown. */
  items: readonly Item[];
  /** Whether the first page is loaded. */
  isThere: boolean;
  /** Whether there is no further page. */
  reachedEnd: boolean;
  isFailed: boolean;
  isLoading: boolean;
  more: () => void;
  retry: () => void;
}

interface PagedListProps<Item> {
  pages: Pages<Item>;
  /** What is listed, in the customer's words: `your orders`. */
  what: string;
  /** Shown if the list is empty. */
  empty: ReactNode;
  /** The button that loads the next page. */
  moreLabel: string;
  /** Shown below the last item. */
  end?: string;
  /** Renders an item; `place` counts from 0. The element that gets the focus when the item is new has `data-entry`. */
  children: (item: Item, place: number) => ReactNode;
}

/** A list with a button that loads more, a text at its end, and a message if it is empty or could not be loaded. */
export function PagedList<Item extends { id: string }>(props: PagedListProps<Item>) {
  const { pages, what, empty, moreLabel, end, children } = props;
  const { items, isThere, reachedEnd, isFailed, isLoading, more, retry } = pages;
  const list = useRef<HTMLOListElement>(null);
  const expectNew = useFocusOnNew(list, items.length);
  const isEmpty = items.length === 0;
  /** Loads, and moves the focus to the first new item. */
  const withFocus = (load: () => void) => () => {
    expectNew();
    load();
  };
  // The loading overlay covers the screen.
  if (!isThere) return isFailed ? <NotLoaded what={what} retry={retry} busy={isLoading} /> : null;
  return (
    <div className={styles.paged}>
      {isEmpty ? null : (
        <ol className={styles.list} ref={list}>
          {items.map((item, place) => (
            <li key={item.id}>{children(item, place)}</li>
          ))}
        </ol>
      )}
      {isEmpty && reachedEnd ? empty : null}
      {isEmpty && !reachedEnd && isLoading ? <Spinner label="Loading more" /> : null}
      {isFailed ? (
        <NotLoaded what={isEmpty ? what : `the rest of ${what}`} retry={withFocus(retry)} busy={isLoading} />
      ) : null}
      {isEmpty || reachedEnd || isFailed ? null : (
        <Button variant="secondary" busy={isLoading} busyLabel="One moment..." onClick={withFocus(more)}>
          {moreLabel}
        </Button>
      )}
      {!isEmpty && reachedEnd && end ? <p className={styles.end}>{end}</p> : null}
    </div>
  );
}

/**
 * Moves the focus to the first new item once it is loaded, so that it is read out: the button that loaded it may be gone by
 * then. Call the returned function before loading more.
 */
function useFocusOnNew(list: RefObject<HTMLElement | null>, count: number): () => void {
  const before = useRef<number | null>(null);
  useEffect(() => {
    if (before.current === null || count <= before.current) return;
    const entries = list.current?.querySelectorAll<HTMLElement>('[data-entry]');
    entries?.[before.current]?.focus({ preventScroll: true });
    before.current = null;
  }, [list, count]);
  return () => {
    before.current = count;
  };
}
