// Draws the page's own pictures from the garments of the starting data: `node scripts/scenes.mjs`.
// All garments have the same scale, so that they can hang on one rail and lie around one box.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { drawn } from '../../server/data/draw/garments.mjs';
import { page, placed } from '../../server/data/draw/svg.mjs';

const catalogue = new URL('../../server/data/catalogue.json', import.meta.url);
const folder = new URL('../src/assets/scenes/', import.meta.url);
const { items } = JSON.parse(readFileSync(catalogue, 'utf8'));

const brass = '#b08d57';

/** Collects garments and other shapes, from back to front. */
class Scene {
  defs = [];
  shown = [];

  /** Draws a garment with its neck at (x, y), scaled and rotated. */
  garment(id, x, y, scale = 1, turn = 0) {
    const item = items.find((candidate) => candidate.id === id);
    const sheet = drawn(item, `s${this.shown.length}-`);
    const { defs, group } = placed(sheet, `translate(${x} ${y}) rotate(${turn}) scale(${scale})`);
    this.defs.push(defs);
    this.shown.push(group);
    return this;
  }

  add(markup) {
    this.shown.push(markup);
    return this;
  }

  page(width, height, ground) {
    return page(width, height, this.defs.join(''), this.shown.join(''), ground);
  }
}

const shadowed = (markup, depth = 10) => `<g filter="url(#lift${depth})">${markup}</g>`;
const lift = (depth) =>
  `<filter id="lift${depth}" x="-20%" y="-20%" width="140%" height="140%"><feDropShadow dx="${depth / 2}" dy="${depth}" stdDeviation="${depth}" flood-color="#57452f" flood-opacity=".24"/></filter>`;

/** A hanger on a rail at height `bar`; its arms end in the shoulders of the garment at (x, y). */
const hanger = (x, y, bar) =>
  `<path d="M${x} ${y - 14}V${bar + 14}c0 -8 12 -9 12 -20a12 12 0 0 0 -24 -2" fill="none" stroke="${brass}" stroke-width="4" stroke-linecap="round"/>` +
  `<path d="M${x - 66} ${y + 20}Q${x - 16} ${y - 14} ${x} ${y - 14}Q${x + 16} ${y - 14} ${x + 66} ${y + 20}" fill="none" stroke="#8a6a45" stroke-width="9" stroke-linecap="round"/>`;

/** A rail with garments, and the things below it. */
function rail() {
  const scene = new Scene();
  const bar = 170;
  const hang = (id, x, scale = 1) => scene.add(hanger(x, bar + 70, bar)).garment(id, x, bar + 70, scale);
  scene.defs.push(lift(6));
  scene.add(`<rect y="1010" width="1000" height="290" fill="#e9e1d4"/>`);
  scene.add(
    shadowed(
      `<g fill="${brass}"><rect x="92" y="${bar}" width="9" height="900"/><rect x="899" y="${bar}" width="9" height="900"/><rect x="60" y="${bar - 4}" width="880" height="10" rx="5"/></g>`,
      6,
    ),
  );
  hang('P027', 790);
  hang('P066', 655, 0.96);
  hang('P019', 505);
  hang('P060', 245);
  hang('P015', 400, 0.97);
  scene.garment('P080', 235, 1020, 0.44);
  scene.garment('P074', 470, 1075, 0.48);
  scene.garment('P082', 720, 1040, 0.46);
  return scene.page(1000, 1300);
}

function office() {
  const scene = new Scene();
  scene.garment('P043', 715, 170, 1.2, 6);
  scene.garment('P021', 640, 120, 1.15, 4);
  scene.garment('P065', 350, 190, 1.2, -9);
  scene.garment('P078', 330, 1040, 0.56, -8);
  scene.garment('P091', 250, 800, 0.6, 14);
  return scene.page(1000, 1300);
}

function outfit() {
  const scene = new Scene();
  scene.garment('P051', 850, 60, 1.3, 8);
  scene.garment('P060', 400, 150, 1.42, -8);
  scene.garment('P002', 585, 400, 1.3, 5);
  scene.garment('P082', 225, 1080, 0.6, -4);
  scene.garment('P074', 660, 1190, 0.62, -5);
  scene.garment('P089', 1010, 130, 0.7, 12);
  return scene.page(1200, 1300);
}

const peg = (x) =>
  `<circle cx="${x}" cy="170" r="13" fill="${brass}"/><circle cx="${x}" cy="168" r="6" fill="#cfae79"/>`;

function hook() {
  const scene = new Scene();
  scene.add(`<rect x="0" y="150" width="1000" height="40" fill="#e9e1d4"/>${peg(180)}${peg(500)}${peg(820)}`);
  scene.add(hanger(500, 270, 182)).garment('P059', 500, 270, 1.25);
  scene.garment('P081', 180, 290, 0.62);
  return scene.page(1000, 1300);
}

mkdirSync(folder, { recursive: true });
for (const [name, draw] of Object.entries({ rail, outfit, office, hook }))
  writeFileSync(new URL(`${name}.svg`, folder), draw());
