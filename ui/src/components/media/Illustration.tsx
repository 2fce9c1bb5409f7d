import styles from './Illustration.module.css';

interface IllustrationProps {
  src: string;
  /** The alternative text, if the picture tells more than the text around it. */
  alt?: string;
  /** The aspect ratio, so that the space is reserved before the picture loads; `auto` is the picture's own ratio. */
  ratio?: '3 / 2' | '4 / 3' | '4 / 5' | '5 / 6' | 'auto';
  /** Fills its frame and may be cropped; otherwise it is shown whole. */
  cover?: boolean;
  /** Loads immediately. For pictures at the top of a screen. */
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
      data-ratio={ratio}
      data-cover={cover}
      loading={eager ? 'eager' : 'lazy'}
      decoding="async"
    />
  );
}
