import { useId, useRef } from 'react';
import { Button } from '~/components/form/Button';
import { policy } from '~/core';
import styles from './PhotosQuestion.module.css';

interface FileChooserProps {
  label: string;
  /** Whether it opens the camera. */
  camera?: boolean;
  onFiles: (files: readonly File[]) => void;
}

/** A button that opens the system's dialog for files, or the camera of a phone or tablet. */
export function FileChooser({ label, camera = false, onFiles }: FileChooserProps) {
  const inputId = useId();
  const input = useRef<HTMLInputElement>(null);
  return (
    <span className={camera ? styles.camera : undefined}>
      <Button variant="secondary" onClick={() => input.current?.click()}>
        {label}
      </Button>
      <input
        ref={input}
        id={inputId}
        type="file"
        accept={policy().photo_media_types.join(',')}
        multiple={!camera}
        {...(camera ? { capture: 'environment' as const } : {})}
        hidden
        aria-label={label}
        onChange={(event) => {
          onFiles([...(event.target.files ?? [])]);
          // Otherwise the same file could not be chosen again.
          event.target.value = '';
        }}
      />
    </span>
  );
}
