// Short jackets: denim, leather, bouclé, bomber.
import { band, d, fold, mix, shape, stitch, stroke, symmetric } from '../svg.mjs';
import { patternsOf } from '../patterns.mjs';
import { backNeck, body, bodyHalf, fit, neckBand, neckline, ribHem, sleeves } from '../bodice.mjs';
import { pointCollar } from './shirts.mjs';
import { sheen } from './tops.mjs';

const copper = (x, y, r = 4.6) => `<circle cx="${x}" cy="${y}" r="${r}" fill="#bd8b52" stroke="#7c5a33"/>`;

export function trucker(sheet, { tone: t, drawing }) {
  const f = fit('regular', { shoulder: 120, drop: 40, chest: 114, underarm: 160, waist: 106, hip: 106, hem: 312 });
  const look = { ...drawing, tone: t };
  const thread = '#cfa067';
  const pale = mix(t.base, '#f2f2ee', 0.4);
  const neck = neckline('band');
  sheet.cloth(d('M', [-41, -22], 'Q', [0, -34], [41, -22], 'L', [46, 8], 'Q', [0, 66], [-46, 8], 'Z'), t, { fill: t.deep });
  sheet.add(`<rect x="-13" y="-12" width="26" height="13" rx="1" fill="#b98a5a"/>`);
  sleeves(sheet, f, t, 'long', { look, finish: 'shirt', wide: 8, length: 318 });
  sheet.cloth(symmetric([0, f.hem + 4], [[[f.hip * 0.5, f.hem + 4], [f.hip, f.hem - 4]], [[f.hip - 1, f.hem + 28]], [[f.hip * 0.5, f.hem + 37], [0, f.hem + 37]]]), t, { patterns: patternsOf(sheet, look) });
  body(sheet, f, t, neck, look, { calm: true });
  const wash = sheet.soft(`<ellipse cx="-60" cy="190" rx="22" ry="74" fill="${pale}" opacity=".7"/><ellipse cx="56" cy="196" rx="18" ry="70" fill="${pale}" opacity=".5"/>`, 12);
  sheet.cloth(symmetric(...bodyHalf(f, neck)), t, { fill: 'none', inside: wash, outline: 0 });
  sheet.twice(() => {
    sheet.add(stroke(`M14 98L${f.chest - 12} 104`, t.line, 1.5), stitch(`M14 103L${f.chest - 13} 109`, thread, 1.1));
    sheet.add(stroke(`M36 128C44 200 34 260 26 ${f.hem + 4}M84 128C76 200 70 260 62 ${f.hem + 2}`, t.line, 1.3), stitch(`M40 130C48 200 38 260 30 ${f.hem + 3}M80 130C72 200 66 260 58 ${f.hem + 2}`, thread, 1));
    sheet.cloth(d('M', [32, 106], 'L', [88, 108], 'L', [87, 126], 'L', [60, 140], 'L', [33, 125], 'Z'), t, { patterns: patternsOf(sheet, look), outline: 1.4 });
    sheet.add(stitch('M36 122L60 135L84 123', thread, 1), copper(60, 128, 3.8));
  });
  sheet.cloth(d('M', [-12, 36], 'L', [12, 36], 'L', [12, f.hem + 36], 'L', [-12, f.hem + 36], 'Z'), t, { patterns: patternsOf(sheet, look) });
  sheet.add(stitch(`M8 42V${f.hem + 34}M-8 42V${f.hem + 34}`, thread, 1), stitch(`M${-f.hip + 2} ${f.hem + 2}Q0 ${f.hem + 11} ${f.hip - 2} ${f.hem + 2}M${-f.hip + 2} ${f.hem + 23}Q0 ${f.hem + 32} ${f.hip - 2} ${f.hem + 23}`, thread, 1));
  for (let i = 0; i < 6; i += 1) sheet.add(copper(0, 58 + i * 54));
  pointCollar(sheet, t, look, { spread: 1.12 });
}

export function moto(sheet, { tone: t }) {
  const f = fit('regular', { shoulder: 118, drop: 38, chest: 108, underarm: 156, waist: 96, hip: 100, hem: 322 });
  const steel = '#b9b5ac';
  const zip = (path, width = 3) => stroke(path, t.line, width + 3) + stroke(path, steel, width, 'stroke-dasharray="2 1.5"');
  sheet.cloth(d('M', [-46, -8], 'Q', [0, -22], [46, -8], 'L', [50, 80], 'L', [0, 190], 'L', [-50, 80], 'Z'), t, { fill: '#5d2430' });
  sleeves(sheet, f, t, 'long', { finish: 'none', wide: 4, length: 330 });
  body(sheet, f, t, { width: 46, depth: 178, lower: 0, segments: [[[18, 120], [38, 50], [46, 0]]] }, { tone: t }, { calm: true });
  sheet.cloth(symmetric(...bodyHalf(f, neckline('v'))), t, {
    fill: 'none', outline: 0,
    inside: fold([-86, 170], [-76, 300], -10, 4, t.light, 1) + fold([-50, 200], [-56, 310], 6, 3, t.light, 0.9) + fold([70, 180], [60, 300], 10, 3, t.light, 0.9) + fold([96, 190], [40, 232], -8, 3, t.light, 0.7),
  });
  sheet.add(zip('M6 176C22 220 40 270 52 330'), stroke('M14 176C30 220 48 270 60 330', t.seam, 1));
  sheet.add(zip('M-86 216L-42 236', 2.6), zip('M-84 276L-40 292', 2.6), zip('M82 230L104 262', 2.4));
  sheet.twice(() => {
    sheet.cloth(d('M', [62, 10], 'L', [f.shoulder - 4, f.drop - 5], 'L', [f.shoulder - 5, f.drop + 10], 'L', [64, 26], 'Z'), t, { outline: 1.2 });
    sheet.add(`<circle cx="72" cy="21" r="3.2" fill="${steel}" stroke="#55514a"/>`);
  });
  // the wearer's right front folds wide, the left one narrow
  sheet.cloth(d('M', [34, -18], 'C', [50, -22], [60, -12], [66, 4], 'L', [88, 54], 'L', [64, 74], 'L', [110, 86], 'C', [96, 130], [60, 160], [4, 182], 'C', [20, 130], [30, 60], [34, -18], 'Z'), t, { inside: fold([40, 20], [14, 170], -10, 3, t.light, 0.9) });
  sheet.cloth(d('M', [-34, -18], 'C', [-50, -22], [-60, -12], [-66, 4], 'L', [-88, 54], 'L', [-64, 74], 'L', [-104, 92], 'C', [-84, 140], [-40, 172], [6, 182], 'C', [-16, 130], [-30, 60], [-34, -18], 'Z'), t, { inside: fold([-40, 20], [-10, 170], 10, 3, t.light, 0.9) });
  sheet.add(stroke('M64 74L34 44M-64 74L-34 44', t.seam, 1.4), `<circle cx="98" cy="88" r="3" fill="${steel}"/><circle cx="-92" cy="94" r="3" fill="${steel}"/>`);
  sheet.cloth(d('M', [-35, -18], 'Q', [0, -31], [35, -18], 'L', [38, 2], 'Q', [0, -12], [-38, 2], 'Z'), t, {});
  sheet.cloth(d('M', [-f.hip - 1, f.hem - 8], 'Q', [0, f.hem + 4], [f.hip + 1, f.hem - 8], 'L', [f.hip, f.hem + 18], 'Q', [0, f.hem + 32], [-f.hip, f.hem + 18], 'Z'), t, { inside: fold([-90, f.hem], [60, f.hem + 8], -10, 3, t.light, 0.7) });
  sheet.add(`<rect x="-76" y="${f.hem - 3}" width="26" height="26" rx="3" fill="none" stroke="${steel}" stroke-width="4"/>`, [-84, -20, 84].map((x) => `<rect x="${x - 4}" y="${f.hem - 10}" width="8" height="36" rx="2" fill="${t.base}" stroke="${t.line}"/>`).join(''));
}

export function boucle(sheet, { tone: t, drawing }) {
  const f = fit('regular', { shoulder: 118, drop: 40, chest: 110, underarm: 156, waist: 104, hip: 108, hem: 320 });
  const look = { ...drawing, tone: t };
  const trim = (path) => stroke(path, drawing.accent, 6.5) + band(path, mix(drawing.accent, '#ffffff', 0.65), 2, 'stroke-dasharray="3 3"');
  const neck = neckline('crew');
  backNeck(sheet, neck, t);
  sleeves(sheet, f, t, 'three-quarter', { look, finish: 'trim', cuffTone: { ...t, trim: drawing.accent }, wide: 8, length: 268 });
  body(sheet, f, t, neck, look, { calm: true });
  sheet.twice(() => {
    for (const y of [142, 248]) {
      sheet.cloth(d('M', [34, y], 'L', [84, y - 2], 'L', [85, y + 42], 'L', [35, y + 44], 'Z'), t, { patterns: patternsOf(sheet, look), outline: 1.2 });
      sheet.add(trim(`M34 ${y + 3}L84 ${y + 1}`), `<circle cx="59" cy="${y + 12}" r="5.4" fill="#c9a35a" stroke="#80622c"/><circle cx="59" cy="${y + 12}" r="2.4" fill="none" stroke="#80622c" stroke-width=".8"/>`);
    }
    sheet.add(trim(`M7 46V${f.hem + 5}`));
  });
  sheet.add(stroke(`M0 42V${f.hem + 9}`, t.line, 1.4), trim(`M${-f.hip + 3} ${f.hem - 3}Q0 ${f.hem + 12} ${f.hip - 3} ${f.hem - 3}`));
  sheet.add(trim('M-48 2C-46 24 -30 44 0 44C30 44 46 24 48 2'));
}

export function bomber(sheet, { tone: t, drawing }) {
  const f = fit('relaxed', { shoulder: 124, drop: 44, chest: 122, underarm: 166, waist: 124, hip: 118, hem: 306 });
  const neck = neckline('crew');
  const dark = { ...t, base: mix(t.base, '#14161c', 0.4) };
  backNeck(sheet, neck, t);
  sleeves(sheet, f, t, 'long', { look: { tone: t }, finish: 'rib', wide: 22, length: 312, cuffTone: dark });
  ribHem(sheet, f, dark, 40);
  body(sheet, f, t, neck, { tone: t }, {});
  sheet.cloth(symmetric(...bodyHalf(f, neck)), t, { fill: 'none', outline: 0, inside: sheen(t, f) + [-96, -70, -40, 40, 70, 96].map((x, i) => fold([x, f.hem + 6], [x * 0.9, f.hem - 56 - (i % 3) * 16], x * 0.06, 3, i % 2 ? t.light : t.shade, 0.9)).join('') });
  sheet.twice(() => sheet.add(stroke('M58 252L88 306', t.line, 5), stroke('M58 252L88 306', t.light, 2.4), stroke(`M46 20C60 60 78 110 ${f.chest - 4} ${f.underarm - 4}`, t.seam, 1.1, 'opacity=".6"')));
  neckBand(sheet, neck, dark, { width: 20, ring: true });
  sheet.add(stroke(`M0 40V${f.hem + 48}`, t.line, 6), stroke(`M0 40V${f.hem + 46}`, '#c6b27e', 2.6, 'stroke-dasharray="2 1.6"'), '<path d="M-4 58h8v20a4 4 0 0 1-8 0Z" fill="#c6b27e" stroke="#7b6a3e"/>');
}
