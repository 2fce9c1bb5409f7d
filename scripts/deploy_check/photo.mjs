// A photo of a given size.
import { randomBytes } from 'node:crypto';
import { crc32, deflateSync } from 'node:zlib';

/** Node 20 before 20.15 has no `crc32`. */
const sumOf = crc32 ?? slowCrc32;

function slowCrc32(bytes) {
  let sum = 0xffffffff;
  for (const byte of bytes) {
    sum ^= byte;
    for (let bit = 0; bit < 8; bit += 1) sum = (sum >>> 1) ^ (sum & 1 ? 0xedb88320 : 0);
  }
  return (sum ^ 0xffffffff) >>> 0;
}

function chunk(kind, content) {
  const named = Buffer.concat([Buffer.from(kind, 'latin1'), content]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(content.length);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(sumOf(named));
  return Buffer.concat([length, named, sum]);
}

/** A complete PNG of exactly `bytes` bytes: a square of noise, and a comment that fills it up. */
export function pngOf(bytes) {
  const side = Math.floor(Math.sqrt((bytes * 0.95) / 3));
  const rows = Array.from({ length: side }, () => Buffer.concat([Buffer.from([0]), randomBytes(side * 3)]));
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  header.set([8, 2, 0, 0, 0], 8);
  const start = [Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]), chunk('IHDR', header), chunk('IDAT', deflateSync(Buffer.concat(rows), { level: 1 }))];
  const end = chunk('IEND', Buffer.alloc(0));
  const left = bytes - [...start, end].reduce((sum, part) => sum + part.length, 0) - 12;
  const comment = chunk('tEXt', Buffer.concat([Buffer.from('Comment\0', 'latin1'), Buffer.alloc(left - 8, 'x')]));
  return Buffer.concat([...start, comment, end]);
}
