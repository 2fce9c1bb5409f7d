// Dresses: a bodice of bodice.mjs, a skirt, and what joins them.
import { arch, button, d, fold, shape, stroke, symmetric } from '../svg.mjs';
import { patternsOf } from '../patterns.mjs';
import { backNeck, fit, neckBand, neckline, ribHem, sleeves, bodyShade } from '../bodice.mjs';
import { falls, skirtShade, tiers, wave } from './bottoms.mjs';
import { placket, pointCollar } from './shirts.mjs';
import { standing, straps } from './tops.mjs';

const HEMS = { mini: 500, knee: 592, midi: 690, maxi: 800 };
const SKIRTS = { aline: 152, column: 112, pencil: 96, full: 196, tiered: 190 };
const WAIST = 244;

const slipTop = [[0, 104], [[[24, 98], [48, 82], [60, 62]], [[72, 90], [80, 128], [92, 146]]]];

/** From the neck to the underarm, in three ways: with sleeves, without, or on straps. */
function upper(f, neck, sleeve) {
  if (sleeve === 'strap') return slipTop;
  const bare = sleeve === 'none' || sleeve === 'flutter';
  const shoulder = bare ? [f.shoulder - 20, f.drop - 8] : [f.shoulder, f.drop];
  const armhole = bare
    ? [[f.shoulder - 38, f.drop + 44], [f.chest - 30, f.underarm - 12], [f.chest, f.underarm]]
    : [[f.shoulder - 15, f.drop + 40], [f.chest - 14, f.underarm - 34], [f.chest, f.underarm]];
  return [[0, neck.depth], [...neck.segments, [[(neck.width + shoulder[0]) / 2, neck.lower + (shoulder[1] - neck.lower) * 0.44], shoulder], armhole]];
}

const hemOf = (cut, half, bottom) => (cut === 'aline' || cut === 'full' ? wave(half, bottom, cut === 'full' ? 5 : 4, 7) : [[[half * 0.5, bottom + 11], [0, bottom + 11]]]);

export function dress(sheet, { tone: t, drawing }) {
  const { sleeve, skirt, length, belt } = drawing;
  const look = { ...drawing, tone: t };
  const slim = skirt === 'column' || skirt === 'pencil';
  const f = fit('fitted', { chest: 95, waist: slim ? 86 : 80, hip: 100, hem: 350, underarm: sleeve === 'strap' ? 146 : 142, shoulder: 108 });
  const neckName = { wrap: 'v', collar: 'band', slip: 'v' }[drawing.neck] ?? drawing.neck;
  const neck = neckline(neckName, f);
  const bottom = HEMS[length];
  const half = skirt === 'tiered' ? 112 : SKIRTS[skirt];
  const hip = slim ? 103 : 92 + (half - 92) * 0.22;
  const end = skirt === 'tiered' ? 420 : bottom;

  if (sleeve === 'strap') {
    straps(sheet, t);
    sheet.cloth(d('M', [-86, 132], 'Q', [0, 104], [86, 132], 'L', [60, 160], 'L', [-60, 160], 'Z'), t, { fill: t.deep, outline: 1 });
  } else if (drawing.neck === 'collar') {
    backNeck(sheet, { ...neck, depth: 60 }, t, { rise: 24 });
  } else backNeck(sheet, neck, t, { label: neckName !== 'turtle' });
  if (sleeve === 'flutter') sleeves(sheet, { ...f, shoulder: f.shoulder - 6 }, t, 'flutter', { look });
  else if (!['none', 'strap'].includes(sleeve)) sleeves(sheet, f, t, sleeve, { look, finish: { balloon: 'band', puff: 'band', long: drawing.texture === 'rib' ? 'rib' : 'hem', rolled: 'turnup' }[sleeve] ?? 'hem' });

  if (skirt === 'tiered') tiers(sheet, t, look, [[110, 152, 412, 596], [146, 196, 588, bottom]]);

  const [start, segments] = upper(f, neck, sleeve);
  const outline = symmetric(start, [
    ...segments,
    [[f.chest - 2, f.underarm + 40], [f.waist, WAIST - 44], [f.waist, WAIST]],
    [[f.waist + 2, WAIST + 36], [hip - 3, 312], [hip + (half - hip) * 0.1, 356]],
    [[hip + (half - hip) * 0.4, 356 + (end - 356) * 0.35], [half - 3, end - (end - 356) * 0.4], [half, end]],
    ...(skirt === 'tiered' ? [[[half * 0.5, end + 9], [0, end + 9]]] : hemOf(skirt, half, bottom)),
  ]);
  const count = { full: 8, aline: 6, tiered: 5 }[skirt];
  const drape = count
    ? falls(t, f.waist * 0.82, half, WAIST + (belt ? 16 : 40), end, count, skirt === 'full' ? 7 : 5)
    : [
        [[100, 352], [26, 392], -9, 4], [[-100, 356], [-36, 388], 8, -3], [[half * 0.52, end], [half * 0.4, 420], 8, 4.4], [[-half * 0.44, end], [-half * 0.46, 440], -7, 3.4], [[half * 0.1, end], [0, 470], 6, 3],
      ].map(([from, to, bend, width]) => fold(from, to, bend, width, t.shade, 0.6)).join('');
  const satin = drawing.texture === 'satin'
    ? [[-56, 200, -70, 640, 18, 9], [-16, 300, -34, 660, -12, 6], [46, 320, 52, 660, 14, 6], [30, 110, 8, 230, -14, 5], [-44, 104, -30, 190, 10, 5]].map(([x1, y1, x2, y2, bend, w]) => fold([x1, y1], [x2, y2], bend, w, t.light, 0.9)).join('')
    : '';
  sheet.cloth(outline, t, { patterns: patternsOf(sheet, look), inside: bodyShade(sheet, { ...f, hem: 320 }, t, { calm: true }) + skirtShade(sheet, t, f.waist, half, WAIST, end) + drape + satin });

  if (drawing.texture === 'rib') ribHem(sheet, { ...f, hip: half, hem: bottom - 22 }, t, 34);
  else if (skirt !== 'tiered') sheet.add(stroke(d('M', [-half + 1, end - 13], 'Q', [0, end + 12], [half - 1, end - 13]), t.seam, 1, 'opacity=".4"'));

  if (drawing.neck === 'wrap') wrapFront(sheet, t, look, f, neck, half, bottom);
  if (neckName === 'turtle') standing(sheet, t, { height: 54, width: 46, folded: true });
  else if (drawing.neck === 'collar') {
    placket(sheet, t, look, 38, bottom + 9, { buttons: 10, width: 20 });
    pointCollar(sheet, t, look);
    pocketFlaps(sheet, t, look);
  } else if (drawing.neck === 'square') sheet.add(stroke(arch([0, neck.depth + 8], [[[61, neck.depth + 8]], [[66, neck.depth - 34], [73, neck.lower + 8]]]), t.seam, 1, 'opacity=".7"'));
  else if (drawing.neck !== 'slip' && drawing.neck !== 'wrap') neckBand(sheet, neck, t, { width: 6, ribs: false, ring: true });
  if (skirt === 'pencil') sheet.add([-1, 1].map((s) => stroke(`M${s * 54} 190Q${s * 46} 240 ${s * 52} 330`, t.seam, 1.1, 'opacity=".8"')).join(''));
  if (skirt === 'tiered') {
    sheet.add(stroke(`M0 ${neck.depth}V210`, t.seam, 1.1));
    for (let i = 0; i < 4; i += 1) sheet.add(button(0, neck.depth + 10 + i * 24, 3.2, t));
  }
  waistOf(sheet, t, look, f, belt, skirt);
}

/** What marks the waist: a seam, a belt with a buckle, a tie, or gathers. */
function waistOf(sheet, t, look, f, belt, skirt) {
  const w = f.waist;
  const gathers = (from, to) => Array.from({ length: 9 }, (_, i) => ((i + 0.5) / 9) * 2 - 1).map((k) => fold([k * w, from], [k * (w + 16), from + to + (Math.abs(k * 7) % 3) * 8], k * 3, 1.8, t.shade, 0.8)).join('');
  if (belt === 'seam' || skirt === 'full' || skirt === 'tiered') {
    sheet.add(stroke(`M${-w} ${WAIST - 6}Q0 ${WAIST + 6} ${w} ${WAIST - 6}`, t.line, 1.3), gathers(WAIST + 1, 34));
    if (belt === 'seam') sheet.add(stroke(`M${-w - 1} ${WAIST + 10}Q0 ${WAIST + 22} ${w + 1} ${WAIST + 10}`, t.seam, 1, 'opacity=".7"'));
  }
  if (belt === 'buckle' || belt === 'tie') {
    const band = d('M', [-w - 2, WAIST - 12], 'Q', [0, WAIST + 2], [w + 2, WAIST - 12], 'L', [w + 3, WAIST + 12], 'Q', [0, WAIST + 26], [-w - 3, WAIST + 12], 'Z');
    sheet.add(gathers(WAIST + 16, 30), [-0.7, -0.3, 0.3, 0.7].map((k) => fold([k * w, WAIST - 8], [k * (w + 8), WAIST - 40], k * -3, 1.8, t.shade, 0.8)).join(''));
    sheet.cloth(band, t, { patterns: patternsOf(sheet, look), inside: sheet.soft(shape(d('M', [w * 0.4, WAIST - 20], 'L', [w + 20, WAIST - 20], 'L', [w + 20, WAIST + 40], 'L', [w * 0.4, WAIST + 40], 'Z'), t.shade, 0.9), 6) });
  }
  if (belt === 'buckle') {
    sheet.cloth(d('M', [12, WAIST - 8], 'L', [46, WAIST + 2], 'C', [54, WAIST + 40], [50, WAIST + 70], [56, WAIST + 104], 'L', [38, WAIST + 108], 'C', [34, WAIST + 66], [32, WAIST + 36], [12, WAIST + 16], 'Z'), t, { inside: fold([30, WAIST], [46, WAIST + 106], 6, 3, t.shade, 0.8) });
    sheet.add(`<rect x="-13" y="${WAIST - 12}" width="28" height="34" rx="4" fill="${t.base}" stroke="#6f5334" stroke-width="4.5"/>`);
  }
  if (belt === 'tie') {
    const pattern = patternsOf(sheet, look, 14);
    const tail = (path, inside) => sheet.cloth(path, t, { patterns: pattern, inside });
    tail(`M46 ${WAIST + 4}C52 ${WAIST + 40} 44 ${WAIST + 90} 58 ${WAIST + 140}L78 ${WAIST + 134}C68 ${WAIST + 90} 74 ${WAIST + 40} 60 ${WAIST + 2}Z`, fold([56, WAIST + 6], [68, WAIST + 138], 5, 3, t.shade, 0.8));
    tail(`M52 ${WAIST + 4}C66 ${WAIST + 40} 76 ${WAIST + 70} 96 ${WAIST + 108}L112 ${WAIST + 98}C96 ${WAIST + 66} 84 ${WAIST + 30} 62 ${WAIST - 2}Z`, fold([60, WAIST + 6], [104, WAIST + 104], 5, 3, t.shade, 0.8));
    tail(`M54 ${WAIST}C30 ${WAIST - 26} 6 ${WAIST - 22} 8 ${WAIST - 6}C12 ${WAIST + 12} 36 ${WAIST + 12} 54 ${WAIST + 4}Z`, fold([52, WAIST], [14, WAIST - 6], 4, 2, t.shade, 0.8));
    tail(`M54 ${WAIST}C74 ${WAIST - 28} 96 ${WAIST - 24} 94 ${WAIST - 8}C92 ${WAIST + 8} 74 ${WAIST + 10} 54 ${WAIST + 4}Z`, fold([56, WAIST], [88, WAIST - 8], -4, 2, t.shade, 0.8));
    sheet.cloth(`M46 ${WAIST - 8}Q54 ${WAIST - 13} 62 ${WAIST - 8}L62 ${WAIST + 9}Q54 ${WAIST + 13} 46 ${WAIST + 9}Z`, t, { patterns: pattern });
  }
}

/** The crossing fronts of a wrap dress, and the edge of its skirt. */
function wrapFront(sheet, t, look, f, neck, half, bottom) {
  const edge = (from, to) => d('M', from, 'C', [from[0] * 0.9, 40], [from[0] * 0.4, 110], to);
  sheet.add(stroke(edge([50, 0], [-f.waist + 6, WAIST - 10]), t.line, 1.5), stroke(d('M', [44, 6], 'C', [38, 46], [14, 108], [-f.waist + 2, WAIST - 24]), t.seam, 0.9, 'opacity=".6"'), stroke(edge([-50, 0], [6, 116]), t.line, 1.4));
  sheet.add(fold([40, 60], [-f.waist + 14, WAIST - 14], -22, 4, t.shade, 0.8), fold([62, 110], [-30, WAIST - 14], -16, 4, t.shade, 0.8), fold([-76, 150], [-50, WAIST - 16], 6, 3, t.shade, 0.8));
  const hem = bottom + 8;
  sheet.add(shape(d('M', [44, WAIST + 8], 'C', [60, 380], [30, 560], [16, hem + 2], 'L', [34, hem], 'C', [52, 560], [76, 380], [44, WAIST + 8], 'Z'), t.shade, 0.9), stroke(d('M', [44, WAIST + 8], 'C', [60, 380], [30, 560], [16, hem + 3]), t.line, 1.5));
}

function pocketFlaps(sheet, t, look) {
  sheet.twice(() => {
    sheet.cloth(d('M', [32, 112], 'L', [76, 112], 'L', [76, 158], 'L', [54, 166], 'L', [32, 158], 'Z'), t, { patterns: patternsOf(sheet, look), outline: 1.1 });
    sheet.cloth(d('M', [30, 108], 'L', [78, 108], 'L', [78, 122], 'L', [54, 131], 'L', [30, 122], 'Z'), t, { patterns: patternsOf(sheet, look), outline: 1.1 });
  });
}
