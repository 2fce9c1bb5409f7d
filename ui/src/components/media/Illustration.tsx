import styles from './Illustration.module.css';

interface IllustrationProps {
  src: string;
  /** The alternative text, if the picture says something that the text does not. */
  alt?: string;
  /** Aspect ratio, so that the space is kept before the picture loads: `4 / 5`. */
  ratio?: string;
  /** Fills its frame and may be cropped; otherwise it is shown whole. */
  cover?: boolean;
  /** Loads at once: for pictures at the top of a screen. */
  eager?: boolean;
  className?: string | undefined;
}

/** A picture with a paper background. */
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
