import styles from './Scene.module.css';

/** A decorative picture that fills its frame and may be cropped. */
export function Scene({ src }: { src: string }) {
  return <img src={src} alt="" className={styles.scene} decoding="async" />;
}
