// Draws every picture of the starting data, and the site's illustrations: `just draw [id …]`.
// The same data gives the same pictures, byte for byte.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { portrait } from './svg.mjs';
import { drawn } from './garments.mjs';
import { scene } from './scenes.mjs';
import { choices } from './choices.mjs';
import { editorial } from './editorial.mjs';

const data = new URL('../', import.meta.url);
const images = new URL('images/', data);
const assets = new URL('../../ui/src/assets/', data);
const read = (name) => JSON.parse(readFileSync(new URL(name, data), 'utf8'));

const { items } = read('catalogue.json');
const byId = new Map(items.map((item) => [item.id, item]));
function known(id) {
  const item = byId.get(id);
  if (!item) throw new Error(`the catalogue has no ${id}`);
  return item;
}

/** The shoes that stand for a kind in the questionnaire. */
const shoes = { 'shoe-sneaker': 'P073', 'shoe-loafer': 'P074', 'shoe-boot': 'P075', 'shoe-flat': 'P077', 'shoe-heel': 'P078' };

const pictures = new Map([
  ...items.map((item) => [item.id, () => portrait(drawn(item, 'a'))]),
  ...Object.entries(read('draw/scenes.json')).map(([id, list]) => [id, () => scene(id, list.split(' ').map(known))]),
  ...Object.entries(choices),
  ...Object.entries(shoes).map(([id, item]) => [id, () => portrait(drawn(known(item), 'a'))]),
]);

const wanted = process.argv.slice(2);
const write = (folder, drawings) => {
  mkdirSync(folder, { recursive: true });
  for (const [id, draw] of drawings) {
    if (wanted.length === 0 || wanted.includes(id)) writeFileSync(new URL(`${id}.svg`, folder), draw());
  }
};
const site = new Map(Object.entries(editorial).map(([id, draw]) => [id, () => draw(known)]));
for (const id of wanted) if (!pictures.has(id) && !site.has(id)) throw new Error(`there is no picture ${id}`);
write(images, pictures);
write(assets, site);
