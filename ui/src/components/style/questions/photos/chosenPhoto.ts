import type { ChosenPhoto } from '~/api/style/uploads';
import { photosMediaType, policy } from '~/core';

/** A chosen file with the kind of photo that its content is; an empty one if it is no photo that is taken. */
export async function chosenPhoto(file: File): Promise<ChosenPhoto> {
  const start = new Uint8Array(await file.slice(0, policy().photo_first_bytes).arrayBuffer());
  const hexadecimal = Array.from(start, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return { file, mediaType: photosMediaType(hexadecimal) ?? '' };
}
