import styles from './Scene.module.css';

/** A drawn scene that fills its frame, cut where it must be. It says nothing that the words beside it do not. */
export function Scene({ src }: { src: string }) {
  return <img src={src} alt="" className={styles.scene} decoding="async" />;
}
