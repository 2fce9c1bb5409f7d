// What tops, shirts, knits, dresses, jackets and coats have in common: a body, its neckline and its sleeves.
import { band, d, fold, shape, stroke, symmetric, arch, line } from './svg.mjs';
import { patternsOf } from './patterns.mjs';

const FITS = {
  fitted: { shoulder: 107, drop: 36, chest: 93, underarm: 140, waist: 79, hip: 96, hem: 340, room: 20 },
  regular: { shoulder: 115, drop: 40, chest: 104, underarm: 150, waist: 97, hip: 105, hem: 352, room: 26 },
  relaxed: { shoulder: 128, drop: 46, chest: 120, underarm: 164, waist: 117, hip: 119, hem: 356, room: 32 },
  oversized: { shoulder: 144, drop: 54, chest: 136, underarm: 182, waist: 135, hip: 130, hem: 366, room: 40 },
};
export const fit = (name, changes = {}) => ({ ...FITS[name ?? 'regular'], ...changes });

/** Necklines: half width, depth in front, and the curve from the center front to the shoulder. */
const curve = (width, depth, round = 0.62) => ({ width, depth, segments: [[[width * round, depth], [width * 0.98, depth * 0.55], [width, 0]]] });
const NECKS = {
  crew: curve(48, 42),
  mock: curve(45, 30),
  turtle: curve(44, 30),
  zip: curve(44, 30),
  band: curve(46, 38),
  scoop: curve(62, 92, 0.7),
  boat: { width: 78, depth: 24, segments: [[[40, 24], [66, 14], [78, 0]]] },
  v: { width: 50, depth: 118, segments: [[[18, 84], [42, 34], [50, 0]]] },
  shallowV: { width: 48, depth: 84, segments: [[[16, 62], [42, 28], [48, 0]]] },
  deepV: { width: 50, depth: 196, segments: [[[22, 140], [46, 50], [50, 0]]] },
  square: { width: 66, depth: 82, segments: [[[56, 82]], [[60, 40], [66, 0]]] },
  cowl: { width: 70, depth: 58, segments: [[[34, 62], [62, 30], [70, 0]]] },
};

/** A neckline on a body: a wide one ends lower, on the slope of the shoulder. */
export function neckline(name, f) {
  const neck = NECKS[name] ?? NECKS.crew;
  const lower = f && neck.width > 50 ? ((neck.width - 48) / (f.shoulder - 48)) * f.drop * 0.9 : 0;
  const move = ([x, y]) => [x, y + lower];
  return { ...neck, lower, depth: neck.depth + lower, segments: neck.segments.map((points) => points.map(move)) };
}

/** The hem from the side seam to the center front. */
const HEMS = {
  cutaway: ({ hip, hem }) => [[[hip * 0.6, hem + 9], [30, hem + 8]], [[6, hem + 2], [3, hem - 50], [0, hem - 96]]],
  straight: ({ hip, hem }) => [[[hip * 0.5, hem + 9], [0, hem + 9]]],
  curved: ({ hip, hem }) => [[[hip - 2, hem + 18], [hip * 0.62, hem + 44], [0, hem + 44]]],
};

/** The right half of a body, from the center front of the neck to the center front of the hem. */
export function bodyHalf(f, neck, { hem = 'straight', sleeveless = false } = {}) {
  const side = f.hem - f.underarm;
  const shoulder = sleeveless ? [f.shoulder - 16, f.drop - 6] : [f.shoulder, f.drop];
  const armhole = sleeveless
    ? [[f.shoulder - 36, f.drop + 46], [f.chest - 30, f.underarm - 10], [f.chest, f.underarm]]
    : [[f.shoulder - 15, f.drop + 40], [f.chest - 14, f.underarm - 34], [f.chest, f.underarm]];
  return [
    [0, neck.depth],
    [
      ...neck.segments,
      [[(neck.width + shoulder[0]) / 2, (neck.lower ?? 0) + (shoulder[1] - (neck.lower ?? 0)) * 0.44], shoulder],
      armhole,
      [[f.chest - 3, f.underarm + side * 0.16], [f.waist, 240 - side * 0.14], [f.waist, 240]],
      [[f.waist + 1, 240 + (f.hem - 240) * 0.4], [f.hip - 1, f.hem - (f.hem - 240) * 0.4], [f.hip, f.hem]],
      ...HEMS[hem](f),
    ],
  ];
}

/** Light from the upper left, and the folds of a body that hangs. */
export function bodyShade(sheet, f, t, { calm = false } = {}) {
  const { chest, waist, hip, hem, underarm } = f;
  const soft = sheet.soft(
    shape(d('M', [chest + 12, underarm - 50], 'Q', [waist * 0.62, 240], [hip * 0.74, hem + 50], 'L', [hip + 60, hem + 50], 'L', [chest + 60, underarm - 50], 'Z'), t.shade, 0.95) +
    shape(d('M', [-chest - 12, underarm], 'Q', [-waist * 0.9, 240], [-hip * 0.92, hem + 40], 'L', [-hip - 40, hem + 40], 'L', [-chest - 40, underarm], 'Z'), t.shade, 0.6) +
    shape(d('M', [-chest * 0.5, underarm - 60], 'Q', [waist * 0.05, underarm + 60], [-waist * 0.34, hem - 20], 'Q', [-waist * 0.95, 240], [-chest * 0.5, underarm - 60], 'Z'), t.light, 0.6),
    13,
  );
  const crisp = [
    fold([chest + 2, underarm + 2], [chest * 0.36, underarm + 62], -9, 4.5, t.shade, 0.85),
    fold([-chest - 2, underarm + 2], [-chest * 0.46, underarm + 50], 9, -3.5, t.shade, 0.7),
    fold([waist + 4, 236], [waist * 0.3, 262], -8, 3.5, t.shade, 0.6),
    fold([hip * 0.62, hem + 8], [waist * 0.52, 252], 7, 4, t.shade, 0.55),
    ...(calm ? [] : [
      fold([-hip * 0.5, hem + 10], [-waist * 0.42, 270], -7, 3, t.shade, 0.45),
      fold([chest * 0.1, underarm + 30], [waist * 0.16, hem - 30], 9, 3, t.shade, 0.32),
      fold([-waist + 4, 256], [-waist * 0.44, 270], 5, -2.5, t.shade, 0.5),
    ]),
  ];
  return soft + crisp.join('');
}

/** The inside of the back, seen through the neck opening, with its woven label. */
export function backNeck(sheet, neck, t, { label = true, rise = 0, fill = t.deep } = {}) {
  const w = neck.width;
  const top = (neck.lower ?? 0) - rise;
  sheet.cloth(d('M', [-w, top], 'Q', [0, 13 + top * 0.6], [w, top], 'L', [w, top + 6], 'L', [w * 0.8, neck.depth + 26], 'L', [-w * 0.8, neck.depth + 26], 'L', [-w, top + 6], 'Z'), t, { fill, outline: 1 });
  if (label && neck.depth > 26) sheet.add(`<rect x="-11" y="${Math.round(15 + top * 0.8)}" width="22" height="11" rx="1" fill="${t.light}" opacity=".8"/>`);
}

/** A ribbed band along the neckline; if it is a `ring` it goes on around the back of the neck. */
export function neckBand(sheet, neck, t, { width = 12, ribs = true, ring = false } = {}) {
  const { width: w, lower = 0 } = neck;
  const front = arch([0, neck.depth], neck.segments);
  const path = ring ? `${front}${d('Q', [0, 13 + lower * 0.6], [-w, lower], 'Z')}` : front;
  sheet.add(
    band(path, t.line, width + 2.4), band(path, t.base, width),
    ribs ? band(path, t.deep, width, 'stroke-dasharray="1.4 4" opacity=".32"') : '',
  );
}

const SLEEVES = {
  long: { length: 330, cuff: 46, angle: 10.5 },
  'three-quarter': { length: 226, cuff: 58, angle: 11 },
  rolled: { length: 214, cuff: 62, angle: 11 },
  short: { length: 104, cuff: 78, angle: 17 },
  cap: { length: 60, cuff: 70, angle: 26 },
  balloon: { length: 322, cuff: 36, angle: 11.5 },
  puff: { length: 116, cuff: 66, angle: 17 },
  flutter: { length: 98, cuff: 104, angle: 25 },
};

/**
 * Both sleeves. Returns where the right one ends ({x, y, angle, cuff}), so that a cuff can be set on it.
 * `finish`: rib, shirt, turnup, tailored, strap, trim (in `cuffTone.trim`), band, hem, none.
 */
export function sleeves(sheet, f, t, kind, { finish = 'hem', look, cuffTone = t, length, wide = 0 } = {}) {
  const spec = { ...SLEEVES[kind], ...(length ? { length } : {}) };
  if (!spec.length) return;
  const angle = (spec.angle * Math.PI) / 180;
  const along = [Math.sin(angle), Math.cos(angle)];
  const across = [along[1], -along[0]];
  const full = kind === 'balloon' || kind === 'puff';
  const room = f.room + wide + (full ? 24 : 0);
  const cuff = spec.cuff + wide + (finish === 'rib' ? -2 : 0);
  const at = (down, out) => [f.shoulder + along[0] * down + across[0] * out, f.drop + along[1] * down + across[1] * out];
  const under = [f.chest - 2, f.underarm + (full ? 4 : 0)];
  const endOut = full ? 4 + (kind === 'balloon' ? 6 : 16) : room * (spec.length > 200 ? 0.42 : 0.66);
  const outer = at(spec.length, endOut);
  const inner = at(spec.length - (kind === 'short' || kind === 'flutter' ? 4 : 0), endOut - cuff);
  const upper = kind === 'short' ? [[f.shoulder + room * 0.62, f.drop + room * 0.34], at(spec.length * 0.5, room * 0.7)] : kind === 'puff' ? [[f.shoulder + 34, f.drop - 26], at(spec.length * 0.55, 66)] : [[f.shoulder + room * 0.9, f.drop + room * 0.5], at(spec.length * 0.46, room * 1.02)];
  const contour = kind === 'balloon'
    ? [[[f.shoulder + 30, f.drop + 14], at(spec.length * 0.34, 34), at(spec.length * 0.58, 50)], [at(spec.length * 0.84, 66), at(spec.length * 0.97, 40), outer]]
    : [[...upper, outer]];
  const return_ = kind === 'balloon'
    ? [[at(spec.length * 0.98, endOut - cuff - 34), at(spec.length * 0.8, endOut - cuff - 52), at(spec.length * 0.56, -38)], [at(spec.length * 0.4, -38), [under[0] + 6, under[1] + 30], under]]
    : [[at(spec.length * 0.62, endOut - cuff * 1.06), [under[0] + 8, under[1] + Math.min(60, spec.length * 0.2)], under]];
  const hemBow = at(spec.length + 5, endOut - cuff / 2);
  const path = `${line([f.shoulder - 22, f.drop - 9], [[[f.shoulder - 8, f.drop - 4], [f.shoulder, f.drop]], ...contour, [hemBow, inner], ...return_, [[f.chest - 26, f.underarm - 6]]])}Z`;

  const shade = sheet.soft(
    shape(d('M', [f.chest - 8, f.underarm - 60], 'Q', at(spec.length * 0.5, endOut - cuff * 0.55), at(spec.length + 20, endOut - cuff * 0.62), 'L', at(spec.length + 20, endOut - cuff * 2), 'L', [f.chest - 40, f.underarm], 'Z'), t.shade, 0.95) +
    shape(d('M', [f.shoulder + 6, f.drop + 26], 'Q', at(spec.length * 0.5, room * 0.72), at(spec.length * 0.8, endOut - cuff * 0.2), 'Q', at(spec.length * 0.4, room * 0.2), [f.shoulder + 6, f.drop + 26], 'Z'), t.light, 0.7),
  );
  const elbow = spec.length * 0.5;
  const folds = spec.length > 180
    ? [
        fold(at(elbow - 16, room * 0.2 - 44), at(elbow + 14, room * 0.7), 7, 3.4, t.shade, 0.9),
        fold(at(elbow + 12, endOut - cuff * 1.04), at(elbow + 34, room * 0.2), 5, 2.6, t.shade, 0.8),
        fold(at(spec.length - 14, endOut - cuff * 0.5), at(spec.length * 0.66, endOut - cuff * 0.36), 5, 2.6, t.shade, 0.7),
        fold([f.chest + 2, f.underarm + 4], at(spec.length * 0.2, room * 0.4), 8, 3, t.shade, 0.75),
      ].join('')
    : fold([f.chest + 2, f.underarm - 4], at(spec.length * 0.5, room * 0.3), 8, 3.5, t.shade, 0.8);
  const gathers = full
    ? [0.2, 0.42, 0.64, 0.84].map((k) => fold(at(spec.length + 2, endOut - cuff * k), at(spec.length - (kind === 'puff' ? 46 : 78), endOut - cuff * (k * 1.7 - 0.5)), 4, 2.2, t.shade, 0.95)).join('') +
      (kind === 'puff' ? [0.1, 0.45, 0.8].map((k) => fold([f.shoulder - 4 - k * 10, f.drop + k * 60], at(34 + k * 20, 24 - k * 20), 5, 2, t.shade, 0.8)).join('') : '')
    : '';
  const patterns = look ? patternsOf(sheet, look, -spec.angle) : [];
  sheet.twice(() => {
    sheet.cloth(path, t, { patterns, inside: shade + folds + gathers });
    const end = at(spec.length, endOut - cuff / 2);
    cuffOn(sheet, cuffTone, finish, end, spec.angle, cuff);
  });
}

function cuffOn(sheet, t, finish, [x, y], angle, width) {
  const half = width / 2;
  const place = (markup) => sheet.add(`<g transform="translate(${Math.round(x)} ${Math.round(y)}) rotate(${-angle})">${markup}</g>`);
  const panel = (top, bottom, spread, height) =>
    `<path d="M${-half - top} 0Q0 5 ${half + top} 0L${half + bottom} ${height}Q0 ${height + spread} ${-half - bottom} ${height}Z" fill="${t.base}" stroke="${t.line}" stroke-width="1.5"/>`;
  if (finish === 'rib') {
    const ribs = Array.from({ length: Math.floor(width / 5) }, (_, i) => `M${(-half + 3 + i * 5).toFixed(1)} 3v30`).join('');
    place(panel(0, -2, 5, 34) + stroke(ribs, t.deep, 1.3, 'opacity=".38"'));
  } else if (finish === 'shirt') {
    place(panel(-1, 0, 5, 32) + stroke(`M${-half + 4} 5Q0 9 ${half - 4} 5M${-half + 4} 27Q0 32 ${half - 4} 27`, t.seam, 0.9, 'opacity=".7"') + `<circle cx="${half - 11}" cy="17" r="3.4" fill="${t.light}" stroke="${t.line}"/>`);
  } else if (finish === 'turnup') {
    place(`<path d="M${-half - 4} -16Q0 -9 ${half + 4} -16L${half + 3} 14Q0 21 ${-half - 3} 14Z" fill="${t.light}" stroke="${t.line}" stroke-width="1.5"/>` + stroke(`M${-half - 2} 0Q0 6 ${half + 2} -2`, t.seam, 1, 'opacity=".6"'));
  } else if (finish === 'tailored') {
    place([-12, -26, -40].map((drop) => `<circle cx="${half - 9 - drop * 0.02}" cy="${drop}" r="3.4" fill="${t.light}" stroke="${t.line}"/>`).join('') + stroke(`M${half - 18} -2V-54`, t.seam, 1, 'opacity=".7"'));
  } else if (finish === 'strap') {
    place(`<path d="M${-half - 3} -40Q0 -34 ${half + 3} -40L${half + 3} -26Q0 -20 ${-half - 3} -26Z" fill="${t.base}" stroke="${t.line}" stroke-width="1.4"/><rect x="${half - 22}" y="-43" width="13" height="20" rx="2" fill="none" stroke="#6f5334" stroke-width="3"/>`);
  } else if (finish === 'trim') {
    place(stroke(`M${-half + 2} -5Q0 0 ${half - 2} -5`, t.trim, 6.5) + stroke(`M${-half + 3} -5Q0 0 ${half - 3} -5`, '#ece6dc', 1.8, 'stroke-dasharray="2 4"'));
  } else if (finish === 'band') {
    place(panel(0, 0, 4, 13));
  } else if (finish === 'hem') {
    place(stroke(`M${-half + 2} -8Q0 -3 ${half - 2} -8`, t.seam, 1.1, 'opacity=".7"'));
  }
}

/** A ribbed hem below a body. */
export function ribHem(sheet, f, t, height = 34) {
  const { hip, hem } = f;
  const path = symmetric([0, hem + 9], [[[hip * 0.5, hem + 9], [hip, hem]], [[hip - 1, hem + height * 0.6], [hip - 7, hem + height]], [[hip * 0.5, hem + height + 9], [0, hem + height + 9]]]);
  const count = Math.floor((hip * 2) / 6.5);
  const ribs = Array.from({ length: count }, (_, i) => {
    const x = -hip + 5 + (i * (hip * 2 - 10)) / (count - 1);
    const sag = 8 * (1 - (x / hip) ** 2);
    return `M${x.toFixed(0)} ${(hem + sag + 2).toFixed(0)}l${(-x * 0.04).toFixed(1)} ${height - 4}`;
  }).join('');
  sheet.cloth(path, t, { inside: sheet.soft(shape(d('M', [hip * 0.5, hem], 'L', [hip + 20, hem], 'L', [hip + 20, hem + 60], 'L', [hip * 0.6, hem + 60], 'Z'), t.shade, 0.9)) + stroke(ribs, t.deep, 1.4, 'opacity=".36"') });
}

/** A body with everything a plain top needs; the templates add what makes it theirs. */
export function body(sheet, f, t, neck, look, options = {}) {
  sheet.cloth(symmetric(...bodyHalf(f, neck, options)), t, { patterns: patternsOf(sheet, look), inside: bodyShade(sheet, f, t, options) });
}
