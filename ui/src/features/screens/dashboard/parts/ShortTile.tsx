import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { NotLoaded } from '~/components/feedback/NotLoaded';
import { Link } from '~/lib/router/Link';
import styles from './ShortTiles.module.css';

interface ShortTileProps {
  to: string;
  title: string;
  words: string;
  /** Shown as part of the link. */
  children?: ReactNode;
  /** Shown below the link, for elements with their own buttons or links. */
  below?: ReactNode;
}

/** A tile that is a link, with a few words. */
export const ShortTile = ({ to, title, words, children, below }: ShortTileProps) => (
  <li className={styles.tile}>
    <Link to={to} className={styles.link}>
      <span className={styles.title}>{title}</span>
      <span className={styles.words}>{words}</span>
      {children}
    </Link>
    {below ? <div className={styles.below}>{below}</div> : null}
  </li>
);

/** The message if a tile's data could not be loaded; null if there was no failure, or if the screen says so elsewhere. */
export const failureOf = ({ data, isError, refetch }: Loaded, says: boolean, what: string): ReactNode =>
  says && isError && data === undefined ? <NotLoaded what={what} retry={() => void refetch()} /> : null;

type Loaded = Pick<UseQueryResult, 'data' | 'isError' | 'refetch'>;
