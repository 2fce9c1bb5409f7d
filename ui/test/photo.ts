/** A file with the content of a JPEG; `name` and `type` may be anything. */
export const jpeg = (name: string, type = 'image/jpeg') =>
  new File([new Uint8Array([0xff, 0xd8, 0xff, 0xe0])], name, { type });
