import { type ReactNode, useId } from 'react';
import { Illustration } from '~/components/media/Illustration';
import styles from './Tile.module.css';

interface TileProps {
  picture: string;
  eyebrow?: ReactNode;
  title: string;
  children: ReactNode;
}

/** A picture with text beside it. */
export function Tile({ picture, eyebrow, title, children }: TileProps) {
  const id = useId();
  return (
    <section className={styles.tile} aria-labelledby={id}>
      <Illustration src={picture} ratio="5 / 6" cover eager className={styles.picture} />
      <div className={styles.words}>
        <div className={styles.heading}>
          {eyebrow ? <p className="eyebrow">{eyebrow}</p> : null}
          <h2 id={id}>{title}</h2>
        </div>
        {children}
      </div>
    </section>
  );
}
