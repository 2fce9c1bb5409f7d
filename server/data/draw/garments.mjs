// From an item of the catalogue to its drawing.
import { Sheet, tones, veils } from './svg.mjs';
import * as tops from './garments/tops.mjs';
import * as shirts from './garments/shirts.mjs';
import * as bottoms from './garments/bottoms.mjs';
import { dress } from './garments/dresses.mjs';
import * as tailoring from './garments/tailoring.mjs';
import * as jackets from './garments/jackets.mjs';
import { shoe } from './garments/shoes.mjs';
import { bag, jewelry, scarf } from './garments/accessories.mjs';

const templates = { ...tops, ...shirts, trousers: bottoms.trousers, jeans: bottoms.jeans, skirt: bottoms.skirt, dress, ...tailoring, ...jackets, shoe, bag, scarf, jewelry };

/** The sheet with an item's drawing; ids on it start with `prefix`. */
export function drawn(item, prefix) {
  const template = templates[item.silhouette];
  if (!template) throw new Error(`${item.id}: there is no template for the silhouette "${item.silhouette}"`);
  const sheet = new Sheet(prefix);
  const tone = tones(item.color.hex);
  template(sheet, { tone: item.drawing.pattern ? veils(tone) : tone, drawing: item.drawing });
  return sheet;
}
