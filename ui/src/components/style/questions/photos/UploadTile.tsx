import type { Upload } from '~/api/style/uploads';
import styles from './PhotosQuestion.module.css';

interface UploadTileProps {
  upload: Upload;
  onRetry: () => void;
  onRemove: () => void;
}

/** A photo that is being sent: a preview with its progress, or why it was not taken. */
export function UploadTile({ upload, onRetry, onRemove }: UploadTileProps) {
  const { file, preview, sent, fault } = upload;
  return (
    <li className={styles.tile} data-fault={fault !== null}>
      <img src={preview} alt="" className={styles.picture} />
      {fault === null ? (
        <progress className={styles.progress} value={sent} aria-label={`Uploading ${file.name}`} />
      ) : (
        <p className={styles.fault} role="alert">
          <span className="unseen">{file.name}: </span>
          {fault}
        </p>
      )}
      <span className={styles.actions}>
        {fault === null ? null : (
          <button type="button" className={styles.remove} onClick={onRetry}>
            Try again<span className="unseen"> with {file.name}</span>
          </button>
        )}
        <button type="button" className={styles.remove} onClick={onRemove}>
          Remove<span className="unseen"> {file.name}</span>
        </button>
      </span>
    </li>
  );
}
