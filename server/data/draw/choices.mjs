// Pictures for the questionnaire's choices that are not outfits: rises, legs and finishes of denim, and prints.
import { Sheet, fold, page, placed, portrait, shape, tones, veils } from './svg.mjs';
import { swatchTile } from './patterns.mjs';
import { jeans } from './garments/bottoms.mjs';

const BLUE = '#5f80a6';

function denim(drawing, hex = BLUE) {
  const sheet = new Sheet('a');
  jeans(sheet, { tone: tones(hex), drawing: { distress: 'none', ...drawing } });
  return sheet;
}

/** A dressmaker's form, so that a rise can be seen against a waist. */
function form() {
  const sheet = new Sheet('f');
  const tone = tones('#dccdb8');
  sheet.cloth('M-58 60C-70 130 -66 190 -64 232C-66 270 -92 300 -98 350C-98 370 -96 386 -92 396H92C96 386 98 370 98 350C92 300 66 270 64 232C66 190 70 130 58 60Z', tone, {
    inside: sheet.soft(shape('M30 60C40 160 34 230 50 300L60 450H120L110 60Z', tone.shade, 0.9) + shape('M-40 80C-30 160 -40 240 -54 330L-30 330C-10 240 -6 160 -16 80Z', tone.light, 0.9), 12) + fold([0, 60], [0, 450], 0.6, 0.6, tone.seam, 0.7) + '<ellipse cx="0" cy="262" rx="3" ry="5.5" fill="#a08a72"/>',
  });
  return sheet;
}

function rise(name) {
  const body = placed(form(), 'translate(300 -150) scale(1.72)');
  const pair = placed(denim({ rise: name, leg: 'straight' }), 'translate(300 -150) scale(1.72)');
  return page(600, 750, body.defs + pair.defs, body.group + pair.group);
}

function finish(distress, hex) {
  const pair = placed(denim({ rise: 'high', leg: 'straight', distress }, hex), 'translate(300 -520) scale(1.86)');
  return page(600, 750, pair.defs, pair.group);
}

/** A swatch of cloth with pinked edges and a soft fold. */
function swatch(pattern, hex, colors) {
  const sheet = new Sheet('s');
  const tone = veils(tones(hex));
  const teeth = 22;
  const size = 220;
  const step = (size * 2) / teeth;
  const edge = (from, along, out) => Array.from({ length: teeth }, (_, i) => [0.5, 1].map((k) => {
    const at = (i + k) * step;
    return `L${(from[0] + along[0] * at + (k === 0.5 ? out[0] * 9 : 0)).toFixed(0)} ${(from[1] + along[1] * at + (k === 0.5 ? out[1] * 9 : 0)).toFixed(0)}`;
  }).join('')).join('');
  const outline = `M${-size} ${-size}${edge([-size, -size], [1, 0], [0, -1])}${edge([size, -size], [0, 1], [1, 0])}${edge([size, size], [-1, 0], [0, 1])}${edge([-size, size], [0, -1], [-1, 0])}Z`;
  const tile = sheet.once(pattern, swatchTile(pattern, colors));
  sheet.cloth(outline, tone, {
    patterns: [tile],
    inside: sheet.soft(shape('M40 -240C90 -100 60 60 120 240L190 240C140 60 160 -80 130 -240Z', tone.shade, 0.5) + shape('M-160 -240C-110 -80 -150 80 -90 240L-30 240C-90 80 -60 -80 -90 -240Z', tone.light, 0.8), 16),
    outline: 1,
  });
  return portrait(sheet, { fit: [430, 430] });
}

/** Picture id → how to draw it. */
export const choices = {
  'rise-high': () => rise('high'),
  'rise-mid': () => rise('mid'),
  'rise-low': () => rise('low'),
  'denim-skinny': () => portrait(denim({ rise: 'mid', leg: 'skinny' }, '#2f3f60')),
  'denim-slim': () => portrait(denim({ rise: 'mid', leg: 'slim' }, '#3f5880')),
  'denim-straight': () => portrait(denim({ rise: 'mid', leg: 'straight' }, '#56789f')),
  'denim-bootcut': () => portrait(denim({ rise: 'mid', leg: 'bootcut' }, '#4b6b92')),
  'denim-wide': () => portrait(denim({ rise: 'mid', leg: 'wide' }, '#7795b5')),
  'denim-relaxed': () => portrait(denim({ rise: 'mid', leg: 'relaxed' }, '#8aa6c3')),
  'distress-none': () => finish('none', '#34496d'),
  'distress-light': () => finish('light', '#5f80a6'),
  'distress-heavy': () => finish('heavy', '#86a3c1'),
  'pattern-stripe': () => swatch('stripe', '#f1eadb', { accent: '#2c3b57' }),
  'pattern-check': () => swatch('plaid', '#a8443e', { accent: '#2a2a2e', accent2: '#ebdcc5' }),
  'pattern-floral': () => swatch('floral', '#eadfd0', { accent: '#ae6040', accent2: '#6f8464' }),
  'pattern-dot': () => swatch('dot', '#2c3b57', { accent: '#efe5d3' }),
};
