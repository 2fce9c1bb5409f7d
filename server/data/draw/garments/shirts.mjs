// Shirts and blouses.
import { button, d, fold, shape, stroke, symmetric } from '../svg.mjs';
import { patternsOf } from '../patterns.mjs';
import { backNeck, bodyHalf, bodyShade, body, fit, neckBand, neckline, sleeves } from '../bodice.mjs';
import { sheen } from './tops.mjs';

/** A turn-down collar: its stand behind, its two points in front. */
export function pointCollar(sheet, t, look, { open = 0, spread = 1 } = {}) {
  sheet.twice(() => {
    const tip = [54 * spread + open * 0.3, 66 + open * 0.3];
    const leaf = d('M', [2 + open * 0.42, 34 + open], 'C', [16, 22], [34, 0], [40, -22], 'C', [46, -24], [52, -18], [55, -8], 'C', [60, 12], [tip[0] + 10, 44], tip, 'L', [2 + open * 0.42, 34 + open], 'Z');
    sheet.cloth(leaf, t, { patterns: patternsOf(sheet, look, 40), inside: sheet.soft(shape(d('M', [2, 44], 'L', tip, 'L', [70, 30], 'L', [40, 60], 'Z'), t.shade, 0.8), 6) });
    sheet.add(stroke(d('M', [8 + open * 0.42, 34 + open], 'L', [tip[0] - 3, tip[1] - 6], 'C', [tip[0] + 4, 40], [56, 14], [51, -8]), t.seam, 0.9, 'opacity=".6"'));
  });
}

function collarStand(sheet, t) {
  sheet.cloth(d('M', [-41, -22], 'Q', [0, -34], [41, -22], 'L', [46, 8], 'Q', [0, 66], [-46, 8], 'Z'), t, { fill: t.deep });
  sheet.add(shape('M-40 -20Q0 -31 40 -20L42 -6Q0 -16 -42 -6Z', t.base, 0.55), `<rect x="-11" y="-9" width="22" height="11" rx="1" fill="${t.light}" opacity=".85"/>`);
}

/** The strip that carries the buttons, from `top` to `bottom`. */
export function placket(sheet, t, look, top, bottom, { buttons = 6, width = 20, step } = {}) {
  const half = width / 2;
  sheet.cloth(d('M', [-half, top], 'L', [half, top], 'L', [half, bottom], 'Q', [0, bottom + 1], [-half, bottom], 'Z'), t, { patterns: patternsOf(sheet, look), inside: fold([half, top], [half, bottom], 2, 1.5, t.shade, 0.9), outline: 1.2 });
  sheet.add(stroke(`M${-half + 3} ${top + 2}V${bottom - 2}M${half - 3} ${top + 2}V${bottom - 2}`, t.seam, 0.8, 'opacity=".5"'));
  const gap = step ?? (bottom - top - 24) / buttons;
  for (let i = 0; i < buttons; i += 1) sheet.add(button(0, top + 14 + i * gap, 4, t));
}

const chestPocket = (sheet, t, look, x, y, width = 50) => {
  sheet.cloth(d('M', [x, y], 'L', [x + width, y], 'L', [x + width, y + 48], 'L', [x + width / 2, y + 58], 'L', [x, y + 48], 'Z'), t, { patterns: patternsOf(sheet, look), outline: 1.2 });
  sheet.add(stroke(`M${x + 1} ${y + 11}h${width - 2}`, t.seam, 0.9, 'opacity=".6"'));
};

export function shirt(sheet, { tone: t, drawing }) {
  const { collar, sleeve, fit: fitName, hem } = drawing;
  const f = fit(fitName, { hem: hem === 'curved' ? 340 : 352, hip: { regular: 110, relaxed: 123 }[fitName] ?? 108 });
  const look = { ...drawing, tone: t };
  const camp = collar === 'camp';
  const neck = neckline(camp ? 'shallowV' : 'band');
  if (collar === 'point') collarStand(sheet, t);
  else backNeck(sheet, neck, t, { rise: camp ? 8 : 0 });
  sleeves(sheet, f, t, sleeve, { look, finish: { rolled: 'turnup', short: 'hem', balloon: 'band' }[sleeve] ?? 'shirt' });
  body(sheet, f, t, neck, look, { hem });
  if (drawing.texture === 'satin') sheet.cloth(symmetric(...bodyHalf(f, neck, { hem })), t, { fill: 'none', inside: sheen(t, f) });
  const bottom = f.hem + (hem === 'curved' ? 42 : 8);
  sheet.add(stroke(hem === 'curved' ? `M${-f.hip + 1} ${f.hem - 6}C${-f.hip} ${f.hem + 12} ${-f.hip * 0.62} ${f.hem + 37} 0 ${f.hem + 37}S${f.hip} ${f.hem + 12} ${f.hip - 1} ${f.hem - 6}` : `M${-f.hip + 1} ${f.hem - 8}Q0 ${f.hem + 9} ${f.hip - 1} ${f.hem - 8}`, t.seam, 1, 'opacity=".5"'));
  // the yoke of the back comes over the shoulder
  sheet.twice(() => sheet.add(stroke(`M${camp ? 46 : 52} ${camp ? 26 : 22}L${f.shoulder - 8} ${f.drop + 22}`, t.seam, 1, 'opacity=".55"')));
  placket(sheet, t, look, camp ? 84 : 38, bottom, { buttons: camp ? 4 : 6, width: collar === 'band' ? 16 : 20 });
  if (drawing.pocket) chestPocket(sheet, t, look, 30, 118);
  if (drawing.pockets === 2) {
    for (const x of [-80, 30]) {
      chestPocket(sheet, t, look, x, 116);
      sheet.cloth(d('M', [x - 1, 112], 'L', [x + 51, 112], 'L', [x + 51, 126], 'L', [x + 25, 138], 'L', [x - 1, 126], 'Z'), t, { patterns: patternsOf(sheet, look), outline: 1.2 });
      sheet.add(button(x + 25, 128, 3, t));
    }
  }
  if (collar === 'point') pointCollar(sheet, t, look);
  else if (collar === 'camp') campCollar(sheet, t, look);
  else if (collar === 'bow') bow(sheet, t);
  else {
    neckBand(sheet, neck, t, { width: 13, ribs: false, ring: true });
    sheet.twice(() => sheet.add([0, 1, 2, 3].map((i) => fold([14 + i * 11, 52 - i * 9], [22 + i * 16, 104 - i * 12], -4, 1.6, t.shade, 0.9)).join('')));
  }
}

function campCollar(sheet, t, look) {
  sheet.twice(() => {
    sheet.cloth(d('M', [2, 86], 'C', [16, 62], [32, 32], [36, 18], 'L', [62, 54], 'L', [50, 76], 'Z'), t, { patterns: patternsOf(sheet, look, 30), inside: fold([2, 86], [50, 76], 4, 2, t.shade, 0.8) });
    sheet.cloth(d('M', [34, 30], 'C', [40, 14], [42, -4], [38, -14], 'C', [50, -16], [58, -8], [62, 4], 'C', [68, 22], [74, 40], [74, 48], 'L', [52, 60], 'Z'), t, { patterns: patternsOf(sheet, look, 40), inside: fold([74, 48], [60, 0], -4, 2, t.shade, 0.7) });
  });
  sheet.cloth(d('M', [-40, -14], 'Q', [0, -25], [40, -14], 'L', [41, 2], 'Q', [0, -9], [-41, 2], 'Z'), t, {});
}

/** A soft bow at the neck, its ends hanging: of the plain cloth, so that it stands out from a print. */
function bow(sheet, t) {
  const piece = (path, inside = '') => sheet.cloth(path, t, { inside });
  neckBand(sheet, neckline('band'), t, { width: 20, ribs: false, ring: true });
  piece('M-4 52C-10 100 -34 150 -30 196L2 204C2 150 8 100 6 52Z', fold([-2, 60], [-16, 200], 8, 3, t.shade, 0.9));
  piece('M0 52C10 96 30 130 36 172L8 186C8 140 -2 100 -4 52Z', fold([2, 60], [22, 176], -6, 3, t.shade, 0.9));
  piece('M0 50C-30 22 -74 22 -84 44C-88 64 -70 80 -52 78C-30 74 -12 62 0 54Z', fold([-4, 52], [-72, 50], 6, 3, t.shade, 0.9) + fold([-6, 56], [-52, 70], 4, 2, t.shade, 0.8));
  piece('M0 50C28 24 70 18 82 42C86 62 70 78 52 76C30 74 12 62 0 54Z', fold([4, 52], [70, 48], -6, 3, t.shade, 0.9) + fold([6, 56], [52, 68], -4, 2, t.shade, 0.8));
  piece('M-12 42C-6 36 8 36 13 42C16 52 14 62 10 66C2 70 -8 68 -12 64C-15 56 -15 48 -12 42Z', fold([-8, 42], [-6, 66], 3, 1.6, t.shade, 0.9));
}
