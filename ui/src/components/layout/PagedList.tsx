import { type ReactNode, type RefObject, useEffect, useRef } from 'react';
import { NotLoaded } from '~/components/feedback/NotLoaded';
import { Spinner } from '~/components/feedback/Spinner';
import { Button } from '~/components/form/Button';
import styles from './PagedList.module.css';

/** A list that comes in pages. */
export interface Pages<Item> {
  /** What is shown of the pages that have come. */
  items: readonly Item[];
  /** Whether the first page has come. */
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
  /** Shown if there is nothing. */
  empty: ReactNode;
  /** The button that loads the next page. */
  moreLabel: string;
  /** Said below the last item. */
  end?: string;
  /** An item, and its place from 0 on. The element that has the focus when the item is new has `data-entry`. */
  children: (item: Item, place: number) => ReactNode;
}

/** A list that can show more, its end, and what is shown if there is nothing or it could not be loaded. */
export function PagedList<Item extends { id: string }>(props: PagedListProps<Item>) {
  const { pages, what, empty, moreLabel, end, children } = props;
  const { items, isThere, reachedEnd, isFailed, isLoading, more, retry } = pages;
  const list = useRef<HTMLOListElement>(null);
  const expectNew = useFocusOnNew(list, items.length);
  const isEmpty = items.length === 0;
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
      {isFailed ? <NotLoaded what={isEmpty ? what : `the rest of ${what}`} retry={retry} busy={isLoading} /> : null}
      {isEmpty || reachedEnd || isFailed ? null : (
        <Button
          variant="secondary"
          busy={isLoading}
          busyLabel="One moment..."
          onClick={() => {
            expectNew();
            more();
          }}
        >
          {moreLabel}
        </Button>
      )}
      {!isEmpty && reachedEnd && end ? <p className={styles.end}>{end}</p> : null}
    </div>
  );
}

/**
 * Moves the focus to the first new item once it is there, so that it is read out: the button that loaded it may be gone by then.
 * Returns what says that new items are coming.
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
