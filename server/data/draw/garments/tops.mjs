// Tees, camisoles, knits and cardigans.
import { arch, band, button, d, fold, shape, stroke, symmetric } from '../svg.mjs';
import { patternsOf } from '../patterns.mjs';
import { backNeck, body, bodyHalf, bodyShade, fit, neckBand, neckline, ribHem, sleeves } from '../bodice.mjs';

/** A satin's crisp lights. */
export const sheen = (t, f) =>
  fold([-f.chest * 0.42, f.underarm + 4], [-f.waist * 0.3, f.hem - 14], -14, 4, t.shade, 0.45) +
  fold([f.chest * 0.12, f.underarm + 36], [f.waist * 0.04, f.hem - 4], -9, 3.4, t.shade, 0.45) +
  fold([-f.chest * 0.62, f.underarm + 10], [-f.waist * 0.5, f.hem - 20], -16, 6, t.light, 0.85) +
  fold([-f.chest * 0.1, f.underarm + 50], [-f.waist * 0.16, f.hem - 6], -10, 3.4, t.light, 0.7) +
  fold([f.chest * 0.44, f.underarm + 70], [f.waist * 0.3, f.hem], 12, 3, t.light, 0.5);

/** A collar that stands: mock, turtle or a half-zip's. */
export function standing(sheet, t, { height, width, folded }) {
  const top = -height;
  sheet.cloth(d('M', [-width + 7, top + 4], 'Q', [0, top - 9], [width - 7, top + 4], 'Q', [0, top + 46], [-width + 7, top + 4], 'Z'), t, { fill: t.deep });
  const path = symmetric([0, top + 15], [[[width * 0.6, top + 14], [width - 7, top + 3]], [[width - 2, top * 0.5], [width + 3, 3]], [[width * 0.72, 34], [0, 38]]]);
  const ribs = Array.from({ length: 13 }, (_, i) => (i - 6) / 6).map((k) => `M${(k * (width - 9)).toFixed(0)} ${(top + 15 - k * k * 10).toFixed(0)}Q${(k * (width - 6)).toFixed(0)} 0 ${(k * (width - 2)).toFixed(0)} ${(36 - k * k * 28).toFixed(0)}`).join('');
  sheet.cloth(path, t, {
    inside: sheet.soft(shape(d('M', [width * 0.3, top], 'L', [width + 20, top], 'L', [width + 20, 50], 'L', [width * 0.2, 50], 'Z'), t.shade, 0.9)) + stroke(ribs, t.deep, 1.3, 'opacity=".32"') +
      (folded ? fold([-width, -4], [width, -4], 26, 3, t.shade, 0.9) : ''),
  });
}

export function tee(sheet, { tone: t, drawing }) {
  const { neck: neckName, sleeve, fit: fitName } = drawing;
  const sleeveless = sleeve === 'none';
  const f = fit(fitName, fitName === 'fitted' ? { hem: 336 } : {});
  const neck = neckline(neckName, f);
  const look = { ...drawing, tone: t };
  backNeck(sheet, neck, t, { rise: neckName === 'mock' ? 20 : 0 });
  if (!sleeveless) sleeves(sheet, f, t, sleeve, { look, finish: sleeve === 'puff' ? 'band' : 'hem' });
  body(sheet, f, t, neck, look, { sleeveless });
  if (drawing.texture === 'satin') sheet.cloth(symmetric(...bodyHalf(f, neck)), t, { fill: 'none', inside: sheen(t, f) });
  if (neckName === 'mock') standing(sheet, t, { height: 24, width: 45 });
  else if (neckName === 'cowl') cowl(sheet, t, neck);
  else if (neckName === 'square') sheet.add(stroke(arch([0, neck.depth + 9], [[[60, neck.depth + 9]], [[66, neck.depth - 34], [74, neck.lower + 8]]]), t.seam, 1.1, 'opacity=".7"'), bustSeams(t, f));
  else neckBand(sheet, neck, t, { width: neckName === 'boat' ? 8 : 11, ribs: neckName !== 'boat', ring: true });
  if (sleeveless) {
    const arm = `M${f.shoulder - 16} ${f.drop - 6}C${f.shoulder - 36} ${f.drop + 46} ${f.chest - 30} ${f.underarm - 10} ${f.chest} ${f.underarm}`;
    sheet.twice(() => sheet.add(band(arm, t.line, 9.6), band(arm, t.base, 7.4)));
  }
  sheet.add(stroke(`M${-f.hip + 2} ${f.hem - 8}Q0 ${f.hem + 10} ${f.hip - 2} ${f.hem - 8}`, t.seam, 1.1, 'opacity=".6"'));
}

const bustSeams = (t, f) =>
  [-1, 1].map((s) => stroke(`M${s * 56} 86C${s * 62} 130 ${s * 52} 180 ${s * (f.waist - 30)} 240`, t.seam, 1, 'opacity=".55"')).join('');

function cowl(sheet, t, neck) {
  const w = neck.width;
  const y = neck.lower;
  sheet.add(
    fold([-w, y + 2], [w, y + 2], 134, 14, t.light, 0.7), fold([-w - 6, y + 12], [w + 6, y + 12], 190, 14, t.shade, 0.7),
    fold([-w - 10, y + 22], [w + 10, y + 22], 236, 10, t.light, 0.5), fold([-w - 14, y + 30], [w + 14, y + 30], 270, 9, t.shade, 0.5),
  );
}

/** Thin straps that go over the shoulder and down the back. */
export function straps(sheet, t) {
  const path = 'M40 136C40 80 42 20 49 -8C54 6 59 40 60 70';
  sheet.reach('M-49 -8L49 -8');
  sheet.twice(() => sheet.add(stroke(path, t.line, 4.6), stroke(path, t.base, 2.6)));
}

export function cami(sheet, { tone: t, drawing }) {
  const f = fit('fitted', { chest: 92, underarm: 152, waist: 88, hip: 106, hem: 346 });
  const half = [[0, 118], [[[22, 112], [46, 92], [58, 72]], [[70, 96], [82, 138], [f.chest, f.underarm]], [[f.chest - 4, 190], [f.waist, 220], [f.waist, 244]], [[f.waist + 2, 280], [f.hip, 310], [f.hip, f.hem]], [[f.hip * 0.5, f.hem + 12], [0, f.hem + 12]]]];
  straps(sheet, t);
  sheet.cloth(d('M', [-88, 142], 'Q', [0, 116], [88, 142], 'L', [60, 172], 'L', [-60, 172], 'Z'), t, { fill: t.deep, outline: 1 });
  sheet.cloth(symmetric(...half), t, { patterns: patternsOf(sheet, { ...drawing, tone: t }), inside: bodyShade(sheet, f, t) + sheen(t, f) + fold([-40, 108], [40, 108], 62, 9, t.shade, 0.5) });
  sheet.add(stroke(arch([0, 127], [[[24, 121], [48, 100], [59, 84]]]), t.seam, 1, 'opacity=".6"'), stroke(`M${-f.hip + 2} ${f.hem - 8}Q0 ${f.hem + 8} ${f.hip - 2} ${f.hem - 8}`, t.seam, 1, 'opacity=".55"'));
}

const knitted = (drawing) => ({ ...drawing, texture: drawing.texture ?? 'knit' });

export function knit(sheet, { tone: t, drawing }) {
  const { neck: neckName, sleeve, fit: fitName } = drawing;
  const f = fit(fitName, { hem: fitName === 'fitted' ? 322 : 330 });
  const neck = neckline(neckName === 'v' ? 'shallowV' : neckName, f);
  const look = { ...knitted(drawing), tone: t };
  const sleeveless = sleeve === 'none';
  const high = neckName === 'turtle' || neckName === 'zip';
  backNeck(sheet, neck, t, { label: !high });
  if (!sleeveless) sleeves(sheet, f, t, sleeve, { look, finish: 'rib', wide: fitName === 'oversized' ? 8 : 0 });
  ribHem(sheet, f, t, fitName === 'oversized' ? 40 : 34);
  body(sheet, f, t, neck, look, { sleeveless });
  if (sleeveless) {
    const arm = `M${f.shoulder - 16} ${f.drop - 6}C${f.shoulder - 36} ${f.drop + 46} ${f.chest - 30} ${f.underarm - 10} ${f.chest} ${f.underarm}`;
    sheet.twice(() => sheet.add(band(arm, t.line, 15), band(arm, t.base, 12.6), band(arm, t.deep, 12, 'stroke-dasharray="1.4 4.5" opacity=".3"')));
  }
  if (neckName === 'turtle') standing(sheet, t, { height: 54, width: 46, folded: true });
  else if (neckName === 'zip') zipCollar(sheet, t);
  else neckBand(sheet, neck, t, { width: neckName === 'boat' ? 11 : 14, ring: true });
}

function zipCollar(sheet, t) {
  sheet.cloth(d('M', [-42, -34], 'Q', [0, -46], [42, -34], 'L', [46, 8], 'L', [0, 60], 'L', [-46, 8], 'Z'), t, { fill: t.deep });
  sheet.twice(() => sheet.cloth(d('M', [40, -36], 'C', [62, -34], [74, -12], [72, 6], 'C', [62, 30], [36, 64], [6, 118], 'L', [3, 118], 'C', [6, 66], [24, 14], [40, -36], 'Z'), t, {
    inside: stroke('M46 -30C48 6 32 50 14 96M54 -30C58 4 42 44 22 84M62 -24C66 4 52 38 34 66', t.deep, 1.4, 'opacity=".3"') + fold([72, 4], [8, 112], -12, 4, t.shade, 0.7),
  }));
  sheet.add(stroke('M0 62V124', t.line, 3.6), stroke('M0 62V124', '#b9b3a6', 1.8, 'stroke-dasharray="2 1.5"'), '<path d="M-3 122h6v14a3 3 0 0 1-6 0Z" fill="#b9b3a6" stroke="#6d675c"/>');
}

export function cardigan(sheet, { tone: t, drawing }) {
  const open = drawing.neck === 'open';
  const long = drawing.length === 'long';
  const f = fit(drawing.fit, { hem: long ? 500 : 336, hip: long ? 124 : 106 });
  const look = { ...knitted(drawing), tone: t };
  const neck = neckline(open ? 'deepV' : 'v');
  backNeck(sheet, { ...neck, depth: open ? 470 : neck.depth }, t);
  sleeves(sheet, f, t, drawing.sleeve, { look, finish: 'rib' });
  if (!open) ribHem(sheet, f, t);
  if (open) {
    sheet.twice(() => {
      const front = d('M', [50, 0], 'Q', [90, f.drop * 0.42], [f.shoulder, f.drop], 'C', [f.shoulder - 15, f.drop + 40], [f.chest - 14, f.underarm - 34], [f.chest, f.underarm], 'C', [f.chest, 260], [f.hip, 400], [f.hip, f.hem], 'Q', [80, f.hem + 8], [30, f.hem + 6], 'C', [34, 380], [22, 220], [50, 0], 'Z');
      sheet.cloth(front, t, { patterns: patternsOf(sheet, look), inside: sheet.soft(shape(d('M', [f.chest - 20, 120], 'L', [f.hip - 26, f.hem], 'L', [f.hip + 30, f.hem], 'L', [f.chest + 30, 120], 'Z'), t.shade, 0.9)) + fold([60, 200], [78, f.hem], 10, 4, t.shade, 0.6) + fold([f.chest, 168], [54, 224], -9, 4, t.shade, 0.7) });
      sheet.cloth(d('M', [47, -2], 'C', [54, 0], [62, 6], [60, 14], 'C', [38, 200], [50, 380], [48, f.hem + 7], 'L', [26, f.hem + 6], 'C', [30, 380], [14, 220], [47, -2], 'Z'), t, { inside: stroke('M54 6C26 210 40 390 38 502', t.deep, 1.2, 'opacity=".35"') });
      sheet.cloth(d('M', [66, 366], 'L', [108, 366], 'L', [109, 430], 'Q', [88, 438], [67, 430], 'Z'), t, { patterns: patternsOf(sheet, look) });
    });
    return;
  }
  body(sheet, f, t, neck, look);
  neckBand(sheet, neck, t, { width: 15, ring: true });
  const end = f.hem + 40;
  sheet.cloth(d('M', [-9, neck.depth - 4], 'L', [9, neck.depth - 4], 'L', [9, end], 'L', [-9, end], 'Z'), t, { inside: stroke(Array.from({ length: 44 }, (_, i) => `M-8 ${neck.depth + i * 6}h16`).join(''), t.deep, 1.2, 'opacity=".3"') });
  const horn = { light: '#8a6f55', line: '#4a3a2d' };
  for (let i = 0; i < 6; i += 1) sheet.add(button(0, neck.depth + 14 + i * 46, 5.6, horn));
}
