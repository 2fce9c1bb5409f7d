import { type DragEvent, type ReactNode, useState } from 'react';
import styles from './PhotosQuestion.module.css';

/** An area that accepts dropped files. */
export function DropZone({ onFiles, children }: { onFiles: (files: readonly File[]) => void; children: ReactNode }) {
  const [over, setOver] = useState(false);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    onFiles([...event.dataTransfer.files]);
  };
  return (
    // Dropping is only an addition for the mouse: the buttons inside do the same.
    <div
      className={styles.zone}
      data-over={over}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      {children}
    </div>
  );
}
