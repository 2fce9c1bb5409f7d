// Outfits, laid out as a flat lay: the main pieces as they are worn, a layer beside them, shoes and accessories around.
import { page, placed } from './svg.mjs';
import { drawn } from './garments.mjs';

const GROUNDS = [['#f3eee6', '#faf7f2'], ['#efe8df', '#f7f2eb'], ['#e9ebe6', '#f4f5f1'], ['#f1e7e1', '#f9f2ee'], ['#e8e9ec', '#f4f4f5'], ['#ede6d8', '#f7f2e8']];

/** A number from 0 up to `below` that is always the same for the same text. */
const pick = (text, below) => [...text].reduce((sum, letter) => (sum * 31 + letter.codePointAt(0)) >>> 0, 7) % below;

/** Where a waistband of each rise has its middle. */
const WAISTBANDS = { high: 258, mid: 284, low: 312 };

const ACCESSORY_SIZE = { bags: [158, 170], scarves: [128, 210], jewelry: [104, 118], shoes: [184, 172] };

/** A garment on the body: its neck point at (x, y). */
const worn = (item, x, y, scale, turn = 0, tuckedAt = 0) => ({ item, transform: `translate(${x} ${y}) rotate(${turn}) scale(${scale})`, tuckedAt });

/** An accessory, as large as its kind is next to clothes, around a center. */
function beside(item, sheet, cx, cy, turn = 0, grow = 1) {
  const [width, height] = ACCESSORY_SIZE[item.category];
  const [left, top, right, bottom] = sheet.box;
  const scale = Math.min(width / (right - left), height / (bottom - top)) * grow;
  const x = (left + right) / 2;
  const y = (top + bottom) / 2;
  return { item, transform: `translate(${cx} ${cy}) rotate(${turn}) scale(${scale.toFixed(3)}) translate(${(-x).toFixed(0)} ${(-y).toFixed(0)})` };
}

function layout(id, items, sheets) {
  const of = (role) => items.filter((item) => item.attributes.role === role);
  const tops = of('top');
  const bottoms = of('bottom');
  const [dress] = of('dress');
  const layers = [...of('outer'), ...of('layer'), ...tops.slice(1)];
  const [top] = tops;
  const [bottom] = bottoms;
  const around = [...of('shoes'), ...of('accessory')];
  const lean = pick(id, 5) - 2;
  const pieces = [];

  if (bottoms.length === 3) return bottoms.map((item, i) => worn(item, 128 + i * 172, -64 + [30, -6, 30][i], 0.8, [-4, 0, 4][i]));

  const main = dress ? (dress.drawing.length === 'maxi' ? 0.72 : 0.77) : 0.715;
  const [layer] = layers;
  const x = layer ? 404 : 216;
  const y = layer ? 74 : 80;
  if (dress) pieces.push(worn(dress, x, y + 4, main));
  else {
    const tucked = top.drawing.fit === 'fitted' || top.silhouette === 'cami';
    const pair = [worn(bottom, x, y, main), worn(top, x, y, main, 0, tucked ? WAISTBANDS[bottom.drawing.rise ?? 'high'] : 0)];
    pieces.push(...(tucked ? pair.reverse() : pair));
  }
  if (layer) pieces.push(worn(layer, 170, 84, 0.64, -4 + lean));

  const long = layer?.category === 'outerwear' && ['knee', 'midi'].includes(layer.drawing.length) || layer?.drawing.length === 'long';
  const spots = layer
    ? long
      ? [[104, 664, 0], [262, 640, 8], [84, 560, -8], [300, 690, 0]]
      : [[134, 652, 0], [140, 478, -6], [262, 580, 8], [520, 690, 0]]
    : [[446, 630, 0], [462, 396, 6], [462, 178, -6], [330, 690, 0]];
  const near = long ? 0.84 : layer ? 0.9 : 1.12;
  around.forEach((item, i) => {
    const [cx, cy, turn] = spots[i];
    pieces.push(beside(item, sheets.get(item.id), cx, cy, item.category === 'shoes' ? 0 : turn + lean, near));
  });
  return pieces;
}

/** An outfit card of the given items. */
export function scene(id, items) {
  const sheets = new Map(items.map((item, i) => [item.id, drawn(item, 'abcdefgh'[i])]));
  const [ground, paper] = GROUNDS[pick(id, GROUNDS.length)];
  const panel = pick(`${id}*`, 3);
  const backdrop = [
    `<rect x="300" width="300" height="750" fill="${paper}"/>`,
    `<rect x="44" y="44" width="512" height="662" fill="${paper}"/>`,
    `<path d="M70 750V330a230 230 0 0 1 460 0V750Z" fill="${paper}"/>`,
  ][panel];
  const defs = [];
  const body = [backdrop];
  for (const { item, transform, tuckedAt } of layout(id, items, sheets)) {
    const sheet = sheets.get(item.id);
    if (tuckedAt) {
      // what is tucked in ends at the waist; its sleeves do not
      const clip = sheet.def((name) => `<clipPath id="${name}"><path clip-rule="evenodd" d="M-400 -200H400V900H-400ZM-116 ${tuckedAt}V900H116V${tuckedAt}Z"/></clipPath>`);
      sheet.shown = [`<g clip-path="url(#${clip})">${sheet.shown.join('')}</g>`];
    }
    const part = placed(sheet, transform);
    defs.push(part.defs);
    body.push(part.group);
  }
  return page(600, 750, defs.join(''), body.join(''), ground);
}
