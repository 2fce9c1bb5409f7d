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

/** How many photos are sent at the same time: one that stands still does not hold up the others. */
const lanes = 2;

/**
 * Uploads photos in the order in which they were chosen. `onUploaded` takes the address of each that the server has taken.
 * Uploads continue if the customer goes on to the next step meanwhile.
 */
export function useUploads(onUploaded: (address: string) => void) {
  const { mutateAsync: upload } = useUploadPhoto();
  const [uploads, setUploads] = useState<readonly Upload[]>([]);
  const lastId = useRef(0);
  const waiting = useRef<readonly Upload[]>([]);
  const sending = useRef(new Map<number, AbortController>());

  const change = (id: number, changes: Partial<Upload>) =>
    setUploads((known) => known.map((other) => (other.id === id ? { ...other, ...changes } : other)));

  const drop = (id: number) => setUploads((known) => known.filter((other) => other.id !== id));

  const send = async ({ id, file }: Upload) => {
    const ending = new AbortController();
    sending.current.set(id, ending);
    try {
      const address = await upload({ file, onProgress: (sent) => change(id, { sent }), signal: ending.signal });
      if (ending.signal.aborted) return;
      onUploaded(address);
      drop(id);
    } catch (error) {
      change(id, { fault: uploadFault(error) });
    } finally {
      sending.current.delete(id);
      sendNext();
    }
  };

  const sendNext = () => {
    const [next, ...others] = waiting.current;
    if (!next || sending.current.size >= lanes) return;
    waiting.current = others;
    void send(next);
    sendNext();
  };

  const enqueue = (...more: readonly Upload[]) => {
    waiting.current = [...waiting.current, ...more];
    sendNext();
  };

  /** Removes a photo that waits, is being sent, or failed. */
  const forget = (id: number) => {
    waiting.current = waiting.current.filter((other) => other.id !== id);
    sending.current.get(id)?.abort();
    drop(id);
  };

  const add = (files: readonly File[]) => {
    const added = files.map((file) => {
      lastId.current += 1;
      return { id: lastId.current, file, preview: URL.createObjectURL(file), sent: 0, fault: null };
    });
    setUploads((known) => [...known, ...added]);
    enqueue(...added);
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
