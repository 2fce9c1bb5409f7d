import type { ChosenPhoto } from '~/api/style/uploads';
import { photosMediaType, policy } from '~/core';

/** A chosen file with the media type of its content; an empty one if it is not an accepted kind of photo. */
export async function chosenPhoto(file: File): Promise<ChosenPhoto> {
  const start = new Uint8Array(await file.slice(0, policy().photo_first_bytes).arrayBuffer());
  const hexadecimal = Array.from(start, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return { file, mediaType: photosMediaType(hexadecimal) ?? '' };
}
