import styles from './Illustration.module.css';

interface IllustrationProps {
  src: string;
  /** What is to be seen, where it says something that the words do not; else nothing. */
  alt?: string;
  /** Width to height, so that its place is kept before it comes: `4 / 5`. */
  ratio?: string;
  /** Fills its frame, cut where it must be, instead of standing whole on paper. */
  cover?: boolean;
  /** Loaded at once: for what is seen first. */
  eager?: boolean;
  className?: string | undefined;
}

/** A drawing on paper. */
export function Illustration({
  src,
  alt = '',
  ratio = '4 / 5',
  cover = false,
  eager = false,
  className,
}: IllustrationProps) {
  return (
    <img
      src={src}
      alt={alt}
      className={[styles.picture, className].filter(Boolean).join(' ')}
      style={{ aspectRatio: ratio, objectFit: cover ? 'cover' : 'contain' }}
      loading={eager ? 'eager' : 'lazy'}
      decoding="async"
    />
  );
}
