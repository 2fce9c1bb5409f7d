import { useEffect, useRef, useState } from 'react';
import { uploadFault, useUploadPhoto } from '~/api/quiz/photos';

/** A chosen photo that the server does not have yet. */
export interface Upload {
  id: number;
  file: File;
  /** An address of the file for `img`. */
  preview: string;
  /** The share of the file that is sent, from 0 to 1. */
  sent: number;
  /** Why it was not taken; null while it is sent or waits. */
  fault: string | null;
}

/**
 * Uploads photos one after another. `onUploaded` takes the address of each that the server has taken. Uploads continue if the
 * customer goes on to the next step meanwhile.
 */
export function useUploads(onUploaded: (address: string) => void) {
  const { mutateAsync: upload } = useUploadPhoto();
  const [uploads, setUploads] = useState<readonly Upload[]>([]);
  const lastId = useRef(0);
  const line = useRef(Promise.resolve());

  const change = (id: number, changes: Partial<Upload>) =>
    setUploads((known) => known.map((other) => (other.id === id ? { ...other, ...changes } : other)));

  const forget = (id: number) => {
    setUploads((known) => known.filter((other) => other.id !== id));
  };

  const send = async ({ id, file }: Upload) => {
    try {
      const address = await upload({ file, onProgress: (sent) => change(id, { sent }) });
      onUploaded(address);
      forget(id);
    } catch (error) {
      change(id, { fault: uploadFault(error) });
    }
  };

  const enqueue = (one: Upload) => {
    line.current = line.current.then(() => send(one));
  };

  const add = (files: readonly File[]) => {
    const added = files.map((file) => {
      lastId.current += 1;
      return { id: lastId.current, file, preview: URL.createObjectURL(file), sent: 0, fault: null };
    });
    setUploads((known) => [...known, ...added]);
    for (const one of added) enqueue(one);
  };

  const retry = (one: Upload) => {
    change(one.id, { sent: 0, fault: null });
    enqueue(one);
  };

  useReleasedPreviews(uploads);
  return { uploads, add, retry, forget };
}

/** Releases the memory of previews that are no longer shown. */
function useReleasedPreviews(uploads: readonly Upload[]): void {
  const held = useRef<readonly string[]>([]);
  useEffect(() => {
    const shown = uploads.map(({ preview }) => preview);
    for (const preview of held.current) if (!shown.includes(preview)) URL.revokeObjectURL(preview);
    held.current = shown;
  }, [uploads]);
  useEffect(
    () => () => {
      for (const preview of held.current) URL.revokeObjectURL(preview);
      held.current = [];
    },
    [],
  );
}
