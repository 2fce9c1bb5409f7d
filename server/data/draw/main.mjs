// Draws every picture of the starting data: `node server/data/draw/main.mjs [id …]`.
// The same data gives the same pictures, byte for byte.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { portrait } from './svg.mjs';
import { drawn } from './garments.mjs';

const data = new URL('../', import.meta.url);
const images = new URL('images/', data);
const wanted = process.argv.slice(2);

const { items } = JSON.parse(readFileSync(new URL('catalogue.json', data), 'utf8'));
mkdirSync(images, { recursive: true });

const pictures = new Map(items.map((item) => [item.id, () => portrait(drawn(item, 'a'))]));

for (const [id, draw] of pictures) {
  if (wanted.length === 0 || wanted.includes(id)) writeFileSync(new URL(`${id}.svg`, images), draw());
}
