// Blazers and coats: what has lapels.
import { band, button, d, fold, mix, shape, stroke } from '../svg.mjs';
import { patternsOf } from '../patterns.mjs';
import { body, fit, sleeves } from '../bodice.mjs';

/** The collar and the lapel of the right front, which roll back from the line between the neck and the first button. */
const LAPELS = {
  notch: (y) => ({
    collar: ['M', [34, -21], 'C', [46, -22], [57, -14], [63, 0], 'C', [69, 22], [78, 42], [85, 56], 'L', [66, 79], 'L', [29, 52], 'C', [37, 30], [40, 4], [34, -21], 'Z'],
    lapel: ['M', [29, 52], 'L', [66, 79], 'L', [100, 76], 'C', [94, 130], [52, y - 40], [8, y + 2], 'L', [1, y], 'C', [14, y - 70], [26, 100], [29, 52], 'Z'],
  }),
  peak: (y) => ({
    collar: ['M', [34, -21], 'C', [46, -22], [57, -14], [63, 0], 'C', [68, 20], [74, 38], [80, 50], 'L', [68, 76], 'L', [29, 54], 'C', [37, 30], [40, 4], [34, -21], 'Z'],
    lapel: ['M', [29, 54], 'L', [68, 76], 'L', [108, 56], 'C', [104, 120], [60, y - 44], [14, y + 2], 'L', [1, y], 'C', [14, y - 70], [26, 100], [29, 54], 'Z'],
  }),
  wide: (y) => ({
    collar: ['M', [34, -26], 'C', [48, -27], [62, -17], [70, 0], 'C', [78, 26], [92, 48], [102, 60], 'L', [76, 88], 'L', [25, 50], 'C', [36, 28], [40, 2], [34, -26], 'Z'],
    lapel: ['M', [25, 50], 'L', [76, 88], 'L', [116, 92], 'C', [108, 140], [60, y - 36], [12, y + 2], 'L', [1, y], 'C', [14, y - 60], [22, 100], [25, 50], 'Z'],
  }),
  shawl: (y) => ({
    lapel: ['M', [34, -26], 'C', [50, -27], [66, -16], [74, 4], 'C', [84, 44], [98, 76], [96, 104], 'C', [90, 150], [50, y - 40], [10, y + 2], 'L', [1, y], 'C', [14, y - 70], [48, 60], [34, -26], 'Z'],
  }),
};

function lapels(sheet, t, look, name, y) {
  const { collar, lapel } = LAPELS[name](y);
  const h = name === 'notch' || name === 'peak' ? -16 : -20;
  sheet.cloth(d('M', [-54, h + 2], 'C', [-40, h - 19], [40, h - 19], [54, h + 2], 'L', [42, h + 22], 'Q', [0, h + 4], [-42, h + 22], 'Z'), t, { patterns: patternsOf(sheet, look) });
  const under = sheet.soft(shape(d(...lapel), t.deep, 0.55), 5);
  sheet.twice(() => {
    sheet.add(`<g transform="translate(3 5)">${under}</g>`);
    const light = fold([30, 50], [4, y], -12, 5, t.light, 0.5);
    sheet.cloth(d(...lapel), t, { patterns: patternsOf(sheet, look, 24), inside: light + sheet.soft(shape(d('M', [100, 70], 'C', [94, 130], [52, y - 40], [8, y + 2], 'L', [60, y], 'L', [130, 80], 'Z'), t.shade, 0.7), 7) });
    if (collar) sheet.cloth(d(...collar), t, { patterns: patternsOf(sheet, look, 38), inside: fold([63, 0], [85, 56], 2, 3, t.shade, 0.6) });
  });
}

/** The lining, seen above the fronts. */
function lining(sheet, t, y) {
  const cloth = mix(t.deep, '#8d7a6c', 0.18);
  sheet.cloth(d('M', [-46, -6], 'Q', [0, -22], [46, -6], 'L', [62, 60], 'L', [10, y + 6], 'L', [-10, y + 6], 'L', [-62, 60], 'Z'), t, { fill: cloth, inside: fold([-30, 20], [-8, y], 8, 4, t.deep, 0.7) + fold([26, 20], [8, y], -8, 4, t.deep, 0.7), outline: 1 });
  sheet.add(`<rect x="-14" y="6" width="28" height="14" rx="1" fill="${mix(t.base, '#fffaf2', 0.7)}" opacity=".85"/>`);
}

const flapPocket = (sheet, t, look, x, y, width, slope = 4, height = 22) =>
  sheet.cloth(d('M', [x, y], 'L', [x + width, y + slope], 'L', [x + width, y + slope + height], 'Q', [x + width / 2, y + height + slope * 0.5 + 4], [x, y + height], 'Z'), t, { patterns: patternsOf(sheet, look), inside: fold([x, y + 1], [x + width, y + slope + 1], -2, 2, t.light, 0.5), outline: 1.3 });

const welt = (sheet, t, look, x, y, width, height, turn) => {
  sheet.add(`<g transform="rotate(${turn} ${x} ${y})">`);
  sheet.cloth(d('M', [x, y], 'L', [x + width, y], 'L', [x + width, y + height], 'L', [x, y + height], 'Z'), t, { patterns: patternsOf(sheet, look), outline: 1.3 });
  sheet.add('</g>');
};

export function blazer(sheet, { tone: t, drawing }) {
  const double = drawing.front === 'double';
  const y = double ? 226 : 232;
  const f = fit('regular', { shoulder: 120, drop: 38, chest: 110, waist: double ? 100 : 96, hip: 116, hem: 396, underarm: 156 });
  const look = { ...drawing, tone: t };
  lining(sheet, t, y);
  sleeves(sheet, f, t, 'long', { look, finish: 'tailored', wide: 6, length: 338 });
  body(sheet, f, t, { width: 46, depth: y, lower: 0, segments: [[[18, y * 0.66], [38, 60], [46, 0]]] }, look, { hem: double ? 'straight' : 'cutaway', calm: true });
  sheet.twice(() => sheet.add(stroke(`M62 176Q54 240 62 318`, t.seam, 1.1, 'opacity=".7"')));
  welt(sheet, t, look, 46, 150, 38, 11, -6);
  for (const x of [-98, 42]) flapPocket(sheet, t, look, x, x < 0 ? 306 : 310, 56, x < 0 ? 4 : -4);
  const horn = drawing.buttons === 4 && t.base > '#c' ? { light: '#c8a766', line: '#80622c' } : { light: mix(t.base, '#3a2a20', 0.5), line: mix(t.base, '#140e0a', 0.6) };
  if (double) {
    sheet.add(stroke(`M12 ${y - 4}L36 ${y + 26}L38 ${f.hem + 8}`, t.line, 1.5), fold([40, y + 26], [42, f.hem + 8], 2, 3, t.shade, 0.8));
    for (const x of [-34, 22]) for (const at of [y + 22, y + 76]) sheet.add(button(x, at, 6.4, horn));
  } else {
    sheet.add(stroke(`M1 ${y}C2 ${y + 30} 3 ${f.hem - 120} 0 ${f.hem - 96}`, t.line, 1.5));
    for (let i = 0; i < drawing.buttons; i += 1) sheet.add(button(-5, y + 12 + i * 46, 6.2, horn));
  }
  lapels(sheet, t, look, double ? 'peak' : 'notch', y);
}

const COAT_HEMS = { hip: 420, thigh: 470, knee: 610, midi: 690 };

export function coat(sheet, { tone: t, drawing }) {
  const { front, lapel, length, belt } = drawing;
  const hem = COAT_HEMS[length];
  const trench = lapel === 'trench';
  const wrap = front === 'wrap';
  const pea = length === 'hip';
  const y = wrap ? 226 : pea ? 158 : trench ? 172 : 222;
  const look = { ...drawing, tone: t };
  const f = fit('relaxed', { shoulder: 126, drop: 42, chest: 120, underarm: 164, waist: belt ? 104 : 116, hip: pea ? 124 : belt ? 146 : 132, hem });
  lining(sheet, t, y);
  sleeves(sheet, f, t, 'long', { look, finish: trench ? 'strap' : wrap ? 'hem' : 'tailored', wide: 14, length: 340 });
  body(sheet, f, t, { width: 46, depth: y, lower: 0, segments: [[[18, y * 0.66], [38, 60], [46, 0]]] }, look, { calm: true });

  const edge = front === 'single' ? 4 : 40;
  sheet.add(stroke(`M${edge === 4 ? 1 : 12} ${y - 3}L${edge} ${y + (edge === 4 ? 4 : 28)}L${edge + 4} ${hem + 8}`, t.line, 1.6), fold([edge + 3, y + 30], [edge + 7, hem + 8], 3, 4, t.shade, 0.8));
  if (hem > 500) {
    sheet.add(
      fold([-70, hem + 6], [-58, 300], -8, 5, t.shade, 0.6), fold([-104, hem + 4], [-88, 320], -6, 3, t.shade, 0.5), fold([92, hem + 4], [76, 310], 9, 6, t.shade, 0.7), fold([-30, hem + 8], [-26, 330], -5, 3, t.light, 0.6), fold([70, hem + 6], [60, 330], 6, 3, t.light, 0.4),
    );
  }
  const horn = trench || pea ? { light: mix(t.base, '#2b1d12', 0.62), line: '#231710' } : { light: mix(t.base, '#3a2618', 0.5), line: mix(t.base, '#1c120a', 0.7) };
  if (front === 'double') for (const x of [-36, 22]) for (const at of trench ? [y + 24, y + 112, y + 164] : [y + 26, y + 88, y + 150]) if (!(belt && Math.abs(at - 244) < 30)) sheet.add(button(x, at, 7, horn));
  if (front === 'single') for (let i = 0; i < 3; i += 1) sheet.add(button(-7, y + 14 + i * 72, 7.4, horn));

  if (trench) {
    sheet.twice(() => {
      sheet.cloth(d('M', [58, 12], 'L', [f.shoulder - 4, f.drop - 6], 'L', [f.shoulder - 4, f.drop + 10], 'L', [60, 28], 'Q', [54, 20], [58, 12], 'Z'), t, { outline: 1.2 });
      sheet.add(button(66, 22, 3.4, horn));
    });
    sheet.cloth(d('M', [-40, 60], 'L', [-f.shoulder + 4, f.drop + 30], 'C', [-f.shoulder + 14, 120], [-112, 150], [-116, 172], 'C', [-80, 190], [-46, 186], [-28, 172], 'Z'), t, { inside: sheet.soft(shape(d('M', [-116, 150], 'L', [-20, 160], 'L', [-20, 200], 'L', [-120, 200], 'Z'), t.shade, 0.6), 7) });
  }
  for (const s of [-1, 1]) {
    const top = pea ? 268 : belt ? 316 : 330;
    if (front === 'single') flapPocket(sheet, t, look, s < 0 ? -106 : 48, top, 58, s < 0 ? 3 : -3, 26);
    else welt(sheet, t, look, s < 0 ? -92 : 78, top, 15, 66, s < 0 ? 12 : -12);
  }
  lapels(sheet, t, look, { trench: 'wide', shawl: 'shawl', notch: pea ? 'wide' : 'notch' }[lapel], y);
  if (belt) coatBelt(sheet, t, f, belt);
}

function coatBelt(sheet, t, f, belt) {
  const w = f.waist + 2;
  const y = 246;
  sheet.add([-0.8, -0.5, -0.2, 0.25, 0.55, 0.82].map((k) => fold([k * w, y + 14], [k * (w + 16), y + 58], k * 3, 2.4, t.shade, 0.85) + fold([k * w, y - 12], [k * (w + 6), y - 46], k * -3, 2.2, t.shade, 0.7)).join(''));
  const tail = (path, from, to) => sheet.cloth(path, t, { inside: fold(from, to, 5, 3, t.shade, 0.8) });
  if (belt === 'tie') {
    tail(`M10 ${y}C6 ${y + 50} 16 ${y + 110} 4 ${y + 176}L30 ${y + 180}C38 ${y + 120} 28 ${y + 60} 32 ${y}Z`, [18, y], [18, y + 178]);
    tail(`M18 ${y}C34 ${y + 44} 40 ${y + 96} 60 ${y + 142}L82 ${y + 130}C64 ${y + 90} 54 ${y + 40} 40 ${y - 4}Z`, [28, y], [72, y + 136]);
  } else tail(`M16 ${y - 12}L52 ${y - 6}C62 ${y + 30} 58 ${y + 60} 66 ${y + 104}L42 ${y + 108}C38 ${y + 70} 36 ${y + 40} 16 ${y + 16}Z`, [38, y], [54, y + 106]);
  sheet.cloth(d('M', [-w, y - 16], 'Q', [0, y - 6], [w, y - 16], 'L', [w + 1, y + 14], 'Q', [0, y + 24], [-w - 1, y + 14], 'Z'), t, { inside: sheet.soft(shape(d('M', [w * 0.4, y - 30], 'L', [w + 30, y - 30], 'L', [w + 30, y + 40], 'L', [w * 0.4, y + 40], 'Z'), t.shade, 0.9), 7) });
  sheet.add(stroke(d('M', [-w, y - 11], 'Q', [0, y - 1], [w, y - 11]), t.seam, 0.9, 'opacity=".5"'), stroke(d('M', [-w, y + 9], 'Q', [0, y + 19], [w, y + 9]), t.seam, 0.9, 'opacity=".5"'));
  if (belt === 'tie') sheet.cloth(`M4 ${y - 16}Q22 ${y - 24} 42 ${y - 16}Q48 ${y + 4} 40 ${y + 24}Q20 ${y + 30} 6 ${y + 24}Q-2 ${y + 4} 4 ${y - 16}Z`, t, { inside: fold([8, y - 14], [36, y + 22], 8, 4, t.shade, 0.8) });
  else sheet.add(`<rect x="-18" y="${y - 16}" width="38" height="40" rx="4" fill="${t.base}" stroke="#5d4429" stroke-width="5"/>`, stroke(`M0 ${y - 12}V${y + 20}`, '#5d4429', 3));
}

/** A rain parka with its hood. */
export function parka(sheet, { tone: t, drawing }) {
  const hem = 476;
  const look = { ...drawing, tone: t };
  const f = fit('relaxed', { shoulder: 126, drop: 44, chest: 122, underarm: 166, waist: 112, hip: 136, hem });
  sheet.cloth(d('M', [-60, 30], 'C', [-86, -30], [-66, -84], [0, -92], 'C', [66, -84], [86, -30], [60, 30], 'Z'), t, { inside: sheet.soft(shape(d('M', [20, -90], 'L', [90, -90], 'L', [90, 30], 'L', [30, 30], 'Z'), t.shade, 0.8)) + fold([-50, -50], [-30, 20], 8, 4, t.shade, 0.6) });
  sheet.cloth(d('M', [-44, 24], 'C', [-56, -30], [-40, -66], [0, -70], 'C', [40, -66], [56, -30], [44, 24], 'L', [0, 60], 'Z'), t, { fill: t.deep, inside: stroke('M0 -68V40', t.line, 1.4) });
  sleeves(sheet, f, t, 'long', { look, finish: 'band', wide: 14, length: 330 });
  body(sheet, f, t, { width: 46, depth: 52, lower: 0, segments: [[[20, 48], [40, 26], [46, 0]]] }, look, { calm: true });
  sheet.twice(() => {
    sheet.cloth(d('M', [2, 56], 'C', [20, 48], [38, 26], [46, -2], 'C', [56, 2], [62, 12], [60, 22], 'C', [52, 48], [26, 66], [4, 74], 'Z'), t, {});
    sheet.add(stroke(d('M', [30, 96], 'L', [f.shoulder - 6, f.drop + 34]), t.seam, 1.2, 'opacity=".7"'));
    sheet.cloth(d('M', [40, 328], 'L', [106, 324], 'L', [110, 404], 'Q', [76, 412], [42, 406], 'Z'), t, { inside: fold([42, 350], [108, 346], -4, 4, t.shade, 0.7) });
    sheet.cloth(d('M', [38, 322], 'L', [108, 318], 'L', [109, 344], 'Q', [74, 356], [39, 350], 'Z'), t, { outline: 1.3 });
    sheet.add(`<circle cx="74" cy="340" r="4.5" fill="${t.light}" stroke="${t.line}"/>`);
    sheet.add(stroke('M26 58C34 84 24 110 30 138', t.line, 4), stroke('M26 58C34 84 24 110 30 138', '#f3ead8', 2.2));
  });
  sheet.cloth(d('M', [-13, 62], 'L', [13, 62], 'L', [15, hem + 8], 'L', [-15, hem + 8], 'Z'), t, { inside: fold([13, 62], [15, hem + 8], 2, 2, t.shade, 0.9) });
  sheet.add([0, 1, 2, 3, 4, 5].map((i) => `<circle cx="0" cy="${86 + i * 68}" r="5" fill="${t.light}" stroke="${t.line}" stroke-width="1.2"/>`).join(''));
  sheet.add(stroke(d('M', [-f.waist, 258], 'Q', [0, 272], [f.waist, 258]), t.seam, 1.3, 'opacity=".8"'), stroke(d('M', [-f.waist, 268], 'Q', [0, 282], [f.waist, 268]), t.seam, 1.1, 'opacity=".6"'));
  sheet.add([-0.75, -0.45, 0.4, 0.7].map((k) => fold([k * f.waist, 276], [k * (f.waist + 12), 318], k * 3, 2.2, t.shade, 0.85)).join(''));
}

/** A puffer or, without sleeves and finely quilted, a liner vest. */
export function puffer(sheet, { tone: t, drawing }) {
  const vest = drawing.sleeve === 'none';
  const f = fit('relaxed', { shoulder: 124, drop: 42, chest: 120, underarm: 164, waist: 118, hip: 122, hem: vest ? 372 : 388 });
  const look = { ...drawing, texture: vest ? 'quilt' : 'channel', tone: t };
  const neck = { width: 46, depth: 44, lower: 0, segments: [[[24, 42], [42, 24], [46, 0]]] };
  sheet.cloth(d('M', [-48, -34], 'Q', [0, -48], [48, -34], 'L', [50, 20], 'L', [0, 52], 'L', [-50, 20], 'Z'), t, { fill: t.deep });
  if (!vest) sleeves(sheet, f, t, 'long', { look, finish: 'rib', wide: 22, length: 326 });
  body(sheet, f, t, neck, look, { sleeveless: vest, calm: true });
  if (vest) {
    const arm = `M${f.shoulder - 16} ${f.drop - 6}C${f.shoulder - 36} ${f.drop + 46} ${f.chest - 30} ${f.underarm - 10} ${f.chest} ${f.underarm}`;
    sheet.twice(() => {
      sheet.add(band(arm, t.line, 10), band(arm, t.light, 7.6));
      sheet.cloth(d('M', [36, 292], 'L', [98, 288], 'L', [100, 348], 'L', [38, 352], 'Z'), t, { patterns: patternsOf(sheet, look) });
      sheet.add(stroke('M37 300L99 296', t.light, 5));
    });
  }
  sheet.twice(() => {
    sheet.cloth(d('M', [2, 62], 'C', [4, 30], [20, -20], [36, -42], 'C', [50, -44], [60, -30], [62, -8], 'C', [60, 16], [30, 44], [4, 66], 'Z'), t, { inside: vest ? '' : stroke('M14 24C30 22 50 8 62 -8M10 44C30 40 48 26 58 8', t.deep, 1.6, 'opacity=".6"') });
  });
  const zip = vest ? '' : stroke(`M0 52V${f.hem + 8}`, '#a59b86', 3, 'stroke-dasharray="2 2"');
  sheet.add(stroke(`M0 48V${f.hem + 8}`, t.line, 5), zip);
  if (vest) for (let i = 0; i < 6; i += 1) sheet.add(button(0, 72 + i * 52, 5.4, { light: '#c9b68c', line: '#6d5b34' }));
  else {
    sheet.add(`<path d="M-4 50h8v18a4 4 0 0 1-8 0Z" fill="#b8ad97" stroke="#6d6453"/>`);
    sheet.twice(() => sheet.add(stroke('M56 306L88 344', t.line, 4), stroke('M56 306L88 344', '#a59b86', 1.6)));
  }
}

