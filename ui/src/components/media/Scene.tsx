import styles from './Scene.module.css';

/**
 * A decorative picture that fills its frame and may be cropped. Only an `eager` one is loaded before it is in sight. Pictures
 * beside a form are not eager, because a phone does not show them.
 */
export function Scene({ src, eager = false }: { src: string; eager?: boolean }) {
  const urgent = eager ? ({ loading: 'eager', fetchPriority: 'high' } as const) : ({ loading: 'lazy' } as const);
  return <img src={src} alt="" className={styles.scene} decoding="async" {...urgent} />;
}
