// Trousers, jeans and skirts.
import { button, d, ellipse, fold, mix, shape, stitch, stroke, symmetric } from '../svg.mjs';
import { patternsOf } from '../patterns.mjs';

const WAISTS = { high: { top: 240, waist: 79 }, mid: { top: 268, waist: 86 }, low: { top: 296, waist: 94 } };
const HIP = 350;
const CROTCH = 408;

/** Legs by their outer and inner edge: at the knee and at the hem, and where the hem is. */
const LEGS = {
  skinny: { hip: 99, knee: [87, 24], hem: [74, 29], end: 806, apart: 5 },
  slim: { hip: 101, knee: [92, 19], hem: [84, 25], end: 812, apart: 5 },
  cigarette: { hip: 103, knee: [96, 18], hem: [88, 24], end: 786, apart: 5 },
  straight: { hip: 104, knee: [102, 13], hem: [104, 17], end: 822, apart: 5 },
  bootcut: { hip: 101, knee: [95, 19], hem: [117, 11], end: 838, apart: 5 },
  wide: { hip: 107, knee: [126, 7], hem: [144, 8], end: 838, apart: 4 },
  relaxed: { hip: 112, knee: [119, 9], hem: [110, 16], end: 818, apart: 5 },
  culotte: { hip: 109, knee: [134, 6], hem: [146, 5], end: 690, apart: 4 },
  jogger: { hip: 108, knee: [106, 12], hem: [78, 34], end: 790, apart: 5 },
};

/** The outline of a pair of legs below a waistband: from the center of the waist down the right leg to the crotch. */
function legsPath(leg, rise) {
  const { top, waist } = WAISTS[rise];
  const seat = Math.max(leg.hip, waist + 5);
  const shin = (leg.end - 600) * 0.36;
  return symmetric([0, top + 26], [
    [[waist * 0.5, top + 26], [waist + 3, top + 20]],
    [[waist + 8, top + 44], [seat - 2, Math.max(HIP - 50, top + 50)], [seat, HIP + 10]],
    [[seat + 2, CROTCH + 60], [leg.knee[0], 530], [leg.knee[0], 600]],
    [[leg.knee[0], 600 + shin], [leg.hem[0], leg.end - shin], [leg.hem[0], leg.end]],
    [[(leg.hem[0] + leg.hem[1]) / 2, leg.end + 7], [leg.hem[1], leg.end + 1]],
    [[leg.hem[1], leg.end - shin], [leg.knee[1], 600 + shin], [leg.knee[1], 600]],
    [[leg.knee[1], 530], [leg.apart + 4, CROTCH + 60], [leg.apart - 5, CROTCH + 10]],
    [[2, CROTCH + 2], [0, CROTCH]],
  ]);
}

function legShade(sheet, leg, t, { crease = false } = {}) {
  const [out, inn] = leg.knee;
  const middle = (out + inn) / 2;
  const side = (s) => {
    const x = (v) => s * v;
    const lit = s < 0;
    return (
      shape(d('M', [x(leg.apart), CROTCH - 20], 'L', [x(leg.apart + 26), CROTCH + 30], 'Q', [x(inn + 14), 600], [x(leg.hem[1] + 12), leg.end + 10], 'L', [x(leg.hem[1] - 24), leg.end + 10], 'L', [0, CROTCH], 'Z'), t.shade, lit ? 0.75 : 0.95) +
      shape(d('M', [x(leg.hip + 10), HIP - 90], 'Q', [x(leg.hip - (lit ? 6 : 20)), 440], [x(out - (lit ? 6 : 16)), 600], 'L', [x(leg.hem[0] - (lit ? 6 : 16)), leg.end + 10], 'L', [x(leg.hem[0] + 40), leg.end + 10], 'L', [x(leg.hip + 50), HIP - 90], 'Z'), t.shade, lit ? 0.5 : 0.95) +
      shape(d('M', [x(middle + 26), HIP + 20], 'Q', [x(middle + 22), 520], [x(middle + 8), leg.end - 60], 'Q', [x(middle - 12), 560], [x(middle + 26), HIP + 20], 'Z'), t.light, lit ? 0.8 : 0.5)
    );
  };
  const folds = [-1, 1].map((s) =>
    [
      fold([s * (leg.apart - 4), CROTCH + 2], [s * (leg.hip * 0.66), CROTCH - 26], s * 7, s * 3.4, t.shade, 0.85),
      fold([s * leg.apart, CROTCH + 16], [s * (leg.hip * 0.52), CROTCH + 22], s * 6, s * 2.8, t.shade, 0.7),
      fold([s * (inn + 1), 592], [s * (middle + 14), 606], s * 5, s * 2.6, t.shade, 0.6),
      fold([s * (out - 1), 616], [s * (middle - 2), 630], s * -5, s * -2.4, t.shade, 0.5),
      fold([s * (leg.hem[0] - 10), leg.end], [s * (out - 22), leg.end - 130], s * 5, s * 2.4, t.shade, 0.5),
    ].join('')).join('');
  const creases = crease
    ? [-1, 1].map((s) => stroke(d('M', [s * (leg.hip * 0.5), HIP - 40], 'C', [s * (middle + 2), 480], [s * middle, 600], [s * ((leg.hem[0] + leg.hem[1]) / 2), leg.end + 2]), t.seam, 1.3, 'opacity=".75"') +
        fold([s * (leg.hip * 0.5) + 2, HIP - 40], [s * ((leg.hem[0] + leg.hem[1]) / 2) + 2, leg.end], s * -4, 3, t.light, 0.6)).join('')
    : '';
  return sheet.soft([-1, 1].map(side).join(''), 10) + folds + creases;
}

function waistband(sheet, t, look, rise, { height = 24, loops = true, elastic = false } = {}) {
  const { top, waist } = WAISTS[rise];
  sheet.cloth(d('M', [-waist, top], 'Q', [0, top + 8], [waist, top], 'L', [waist - 6, top + 14], 'Q', [0, top + 22], [-waist + 6, top + 14], 'Z'), t, { fill: t.deep, outline: 1 });
  const band = symmetric([0, top + 8], [[[waist * 0.5, top + 7], [waist, top]], [[waist + 3, top + height - 2]], [[waist * 0.5, top + height + 6], [0, top + height + 7]]]);
  const ribs = Array.from({ length: 21 }, (_, i) => (i - 10) / 10).map((k) => `M${(k * (waist - 3)).toFixed(0)} ${(top + 10 - k * k * 8).toFixed(0)}v${height - 6}`).join('');
  sheet.cloth(band, t, { patterns: patternsOf(sheet, look), inside: elastic ? stroke(ribs, t.deep, 1.4, 'opacity=".45"') : '' });
  if (loops) {
    for (const k of [-0.72, -0.4, 0.4, 0.72]) {
      const x = k * waist;
      sheet.add(`<rect x="${Math.round(x) - 3.5}" y="${Math.round(top + 7 - k * k * 9) - 2}" width="7" height="${height + 5}" rx="1.5" fill="${t.base}" stroke="${t.line}"/>`);
    }
  }
}

const fly = (top, bottom, t) => stroke(`M0 ${top}V${bottom}`, t.line, 1.3) + stroke(`M0 ${bottom}C-16 ${bottom - 6} -18 ${bottom - 26} -18 ${top}`, t.seam, 1, 'opacity=".7"');

export function trousers(sheet, { tone: t, drawing }) {
  const { cut, rise } = drawing;
  const leg = LEGS[cut];
  const look = { ...drawing, tone: t };
  const { top, waist } = WAISTS[rise];
  const jogger = cut === 'jogger';
  if (jogger) {
    sheet.twice(() => {
      sheet.cloth(d('M', [leg.hem[1] + 4, leg.end - 4], 'L', [leg.hem[0] - 4, leg.end - 4], 'L', [leg.hem[0] - 8, leg.end + 30], 'Q', [61, leg.end + 36], [leg.hem[1] + 8, leg.end + 30], 'Z'), t, { inside: stroke(Array.from({ length: 7 }, (_, i) => `M${leg.hem[1] + 8 + i * 4.4} ${leg.end + 6}v24`).join(''), t.deep, 1.3, 'opacity=".4"') });
    });
  }
  sheet.cloth(legsPath(leg, rise), t, { patterns: patternsOf(sheet, look), inside: legShade(sheet, leg, t, drawing) });
  if (drawing.pleat) {
    sheet.add([-1, 1].map((s) => [0.36, 0.58].map((k) => fold([s * waist * k, top + 26], [s * (leg.hip * 0.44 + k * 12), CROTCH + 40], s * 3, s * 2.6, t.deep, 0.5) + stroke(`M${s * waist * k} ${top + 26}Q${s * (waist * k + 3)} ${top + 60} ${s * (waist * k + 5)} ${top + 96}`, t.seam, 1.2)).join('')).join(''));
  }
  if (jogger) {
    waistband(sheet, t, look, rise, { height: 30, loops: false, elastic: true });
    sheet.add([-1, 1].map((s) => stroke(d('M', [s * (waist - 6), top + 34], 'Q', [s * (leg.hip * 0.76), HIP + 4], [s * (leg.hip - 1), HIP + 34]), t.line, 1.3)).join(''));
    sheet.add([-1, 1].map((s) => stroke(`M${s * 5} ${top + 22}C${s * 16} ${top + 50} ${s * 8} ${top + 80} ${s * 17} ${top + 104}`, t.line, 4.4) + stroke(`M${s * 5} ${top + 22}C${s * 16} ${top + 50} ${s * 8} ${top + 80} ${s * 17} ${top + 104}`, t.light, 2.6)).join(''));
    sheet.add([-1, 1].map((s) => [48, 58, 68, 76].map((x, i) => fold([s * x, leg.end], [s * (x + (i - 1.5) * 6), leg.end - 40], s * 3, s * 1.6, t.shade, 0.9)).join('')).join(''));
    return;
  }
  if (cut !== 'culotte' || drawing.pleat) sheet.add(fly(top + 30, CROTCH - 34, t));
  sheet.add([-1, 1].map((s) => stroke(d('M', [s * (waist - 12), top + 25], 'L', [s * (leg.hip - 3), HIP + 20]), t.line, 1.3) + fold([s * (waist - 12), top + 25], [s * (leg.hip - 3), HIP + 20], s * -3, s * -2, t.light, 0.5)).join(''));
  sheet.add([-1, 1].map((s) => stroke(d('M', [s * (leg.hem[0] - 1), leg.end - 18], 'Q', [s * (leg.hem[0] + leg.hem[1]) / 2, leg.end - 11], [s * (leg.hem[1] + 1), leg.end - 17]), t.seam, 1, 'opacity=".45"')).join(''));
  waistband(sheet, t, look, rise, { loops: cut !== 'culotte' && cut !== 'cigarette' });
  if (drawing.belt === 'self') {
    sheet.cloth(d('M', [4, top + 5], 'L', [44, top + 3], 'L', [50, top + 14], 'L', [44, top + 27], 'L', [4, top + 30], 'Z'), t, {});
    sheet.add(`<rect x="-14" y="${top + 3}" width="24" height="28" rx="4" fill="none" stroke="#8a6a45" stroke-width="4"/>`);
  } else if (cut !== 'culotte') sheet.add(button(0, top + 19, 3.6, t));
}

/** The threads and the torn edge of a hole in denim. */
function tear(x, y, width, height, t) {
  const rows = Math.max(3, Math.round(height / 4));
  const threads = Array.from({ length: rows }, (_, i) => {
    const k = ((i + 0.5) / rows) * 2 - 1;
    const half = (width / 2) * Math.sqrt(1 - k * k) * 0.9 + 3;
    return `M${(x - half).toFixed(0)} ${(y + (k * height) / 2).toFixed(1)}q${half.toFixed(0)} ${i % 2 ? 3 : 1.5} ${(half * 2).toFixed(0)} 0`;
  }).join('');
  const lens = (w, h) => d('M', [x - w, y + 1], 'Q', [x - w * 0.4, y - h * 1.5], [x + w * 0.3, y - h * 0.9], 'Q', [x + w * 0.8, y - h * 0.7], [x + w, y - 1], 'Q', [x + w * 0.3, y + h * 1.5], [x - w * 0.3, y + h * 0.9], 'Q', [x - w * 0.8, y + h * 0.7], [x - w, y + 1], 'Z');
  return shape(lens(width / 2 + 6, height / 2 + 5), '#eef0ee', 0.5) + shape(lens(width / 2, height / 2), mix(t.base, '#2b2028', 0.42)) + stroke(threads, '#f3eee4', 1.6);
}

export function jeans(sheet, { tone: t, drawing }) {
  const { rise, distress } = drawing;
  const leg = LEGS[drawing.leg];
  const { top, waist } = WAISTS[rise];
  const look = { ...drawing, texture: 'denim', tone: t };
  const seat = Math.max(leg.hip, waist + 5);
  const pale = mix(t.base, '#f2f2ee', 0.5) === t.base ? t.light : mix(t.base, '#f2f2ee', 0.42);
  const thread = /^#[2-9a-c]/.test(t.base) ? '#c9975a' : '#b9a67f';
  const middle = (leg.knee[0] + leg.knee[1]) / 2;
  const worn = { none: 0.3, light: 0.85, heavy: 1 }[distress];
  const wash = sheet.soft([-1, 1].map((s) => ellipse(s * (leg.hip * 0.54), 480, 22, 96, pale, worn * 0.75) + ellipse(s * middle, 610, 19, 52, pale, worn * 0.6)).join(''), 13);
  const whiskers = distress === 'none' ? '' : [-1, 1].map((s) => [0, 1, 2].map((i) => fold([s * (20 + i * 3), CROTCH - 20 + i * 16], [s * (leg.hip - 16), CROTCH - 44 + i * 13], s * 5, s * 1.8, pale, 0.6)).join('')).join('');


  const seams = [-1, 1].map((s) => {
    const out = (dx) => d('M', [s * (waist - dx), top + 24], 'C', [s * (waist + 7 - dx), top + 44], [s * (seat - 2 - dx), Math.max(HIP - 50, top + 50)], [s * (seat - dx), HIP + 10], 'C', [s * (leg.hip + 2 - dx), CROTCH + 60], [s * (leg.knee[0] - dx), 530], [s * (leg.knee[0] - dx), 600], 'C', [s * (leg.knee[0] - dx), 680], [s * (leg.hem[0] - dx), leg.end - 80], [s * (leg.hem[0] - dx), leg.end]);
    const pocket = (dy) => d('M', [s * (waist - 34), top + 28], 'C', [s * (waist - 30), top + 62 + dy], [s * (waist - 4), top + 74 + dy], [s * (leg.hip + 1), top + 72 + dy]);
    return stitch(out(6), thread, 1) + shape(`${pocket(0)}L${s * (waist + 6)} ${top + 26}Z`, t.deep, 0.16) + stroke(pocket(0), t.line, 1.4) + stitch(pocket(5), thread, 1.1) +
      `<circle cx="${s * (waist - 31)}" cy="${top + 34}" r="2.4" fill="#b8834a"/>`;
  }).join('');
  const flyEnd = CROTCH - 22;
  const front = stroke(`M0 ${top + 30}V${CROTCH}`, t.line, 1.4) + stitch(`M4 ${top + 30}V${CROTCH - 4}`, thread, 1) + stitch(`M-3 ${flyEnd}C-20 ${flyEnd - 8} -21 ${flyEnd - 26} -21 ${top + 30}`, thread, 1.2);
  const coin = stroke(d('M', [waist - 24, top + 52], 'L', [waist - 2, top + 48]), t.line, 1.1) + stitch(d('M', [waist - 23, top + 56], 'L', [waist - 2, top + 52]), thread, 0.9);
  sheet.cloth(legsPath(leg, rise), t, { patterns: patternsOf(sheet, look), inside: wash + legShade(sheet, leg, t) + whiskers + seams + front + coin });
  const hemLine = (dy) => [-1, 1].map((s) => d('M', [s * (leg.hem[0] - 1), leg.end - dy], 'Q', [(s * (leg.hem[0] + leg.hem[1])) / 2, leg.end - dy + 7], [s * (leg.hem[1] + 1), leg.end - dy + 1])).join('');
  if (distress === 'heavy') {
    sheet.add(tear(-middle - 2, 590, 46, 34, t), tear(middle + 6, 540, 34, 18, t), tear(middle - 4, 640, 24, 12, t), tear(-leg.hip * 0.5, 470, 22, 9, t));
    const fringe = [-1, 1].map((s) => Array.from({ length: Math.floor((leg.hem[0] - leg.hem[1]) / 4) }, (_, i) => `M${s * (leg.hem[1] + 2 + i * 4)} ${leg.end + 2 + (i % 3)}l${(i % 3) - 1} ${9 + ((i * 5) % 7)}`).join('')).join('');
    sheet.add(stroke(fringe, '#e9e6de', 1.5), stroke(hemLine(2), pale, 5, 'opacity=".7"'));
  } else {
    sheet.add(stitch(hemLine(13), thread, 1.1), distress === 'light' ? stroke(hemLine(2), pale, 4, 'opacity=".55"') + [-1, 1].map((s) => stroke(`M${s * (middle - 10)} 572q10 3 20 0M${s * (middle - 7)} 578q8 2 15 0`, pale, 1.5)).join('') : '');
  }
  waistband(sheet, t, look, rise);
  sheet.add(stitch(`M${-waist + 3} ${top + 5}Q0 ${top + 13} ${waist - 3} ${top + 5}`, thread, 0.9), stitch(`M${-waist} ${top + 20}Q0 ${top + 28} ${waist} ${top + 20}`, thread, 0.9), `<circle cx="0" cy="${top + 19}" r="5.5" fill="#bd8b52" stroke="#7c5a33"/><circle cx="0" cy="${top + 19}" r="2.5" fill="none" stroke="#7c5a33" stroke-width=".8"/>`);
}

const HEMS = { knee: 590, midi: 690, maxi: 800 };

/** The waving lower edge of a full skirt, from the side seam to the center. */
export function wave(half, y, waves, depth) {
  const points = [];
  const step = half / waves;
  for (let i = 0; i < waves; i += 1) {
    const x = half - i * step;
    const lift = (1 - ((x - step / 2) / half) ** 2) * 12;
    points.push([[x - step * 0.3, y + depth + lift], [x - step * 0.7, y - depth * 0.4 + lift], [x - step, y + (1 - ((x - step) / half) ** 2) * 12]]);
  }
  return points;
}

/** Folds that fall from a waist to a hem. */
export function falls(t, from, to, top, bottom, count, width = 5) {
  return Array.from({ length: count }, (_, i) => {
    const k = ((i + 0.5) / count) * 2 - 1;
    const start = top + (i % 3) * (bottom - top) * 0.12;
    return fold([k * to * 0.97, bottom + 10], [k * from * (1 + (i % 3) * 0.06), start + 8], k * 10, width * (0.7 + (i % 2) * 0.5), t.shade, 0.5 + Math.max(0, k) * 0.3) +
      fold([k * to * 0.97 - 11, bottom + 8], [k * from - 3, start + (bottom - top) * 0.25], k * 8, width * 0.6, t.light, 0.55);
  }).join('');
}

export const skirtShade = (sheet, t, waist, half, top, bottom) =>
  sheet.soft(
    shape(d('M', [waist * 0.7, top], 'Q', [half * 0.66, (top + bottom) / 2], [half * 0.72, bottom + 20], 'L', [half + 50, bottom + 20], 'L', [waist + 40, top], 'Z'), t.shade, 0.9) +
    shape(d('M', [-waist, top], 'Q', [-half * 0.9, (top + bottom) / 2], [-half * 0.92, bottom + 20], 'L', [-half - 40, bottom + 20], 'L', [-waist - 30, top], 'Z'), t.shade, 0.55) +
    shape(d('M', [-waist * 0.4, top + 20], 'Q', [-half * 0.5, (top + bottom) / 2], [-half * 0.5, bottom - 20], 'Q', [-half * 0.2, (top + bottom) / 2], [-waist * 0.4, top + 20], 'Z'), t.light, 0.7), 12);

export function skirt(sheet, { tone: t, drawing }) {
  const { cut, length } = drawing;
  const look = { ...drawing, tone: t };
  const bottom = HEMS[length] ?? 590;
  const top = 240;
  const waist = 79;
  const side = (half, hip = 108) => [[[waist + 9, top + 46], [hip - 3, 306], [Math.max(hip, hip + (half - hip) * 0.16), 364]], [[hip + (half - hip) * 0.4, 440], [half - 4, bottom - 90], [half, bottom]]];
  const outline = (half, hem, hip) => symmetric([0, top + 24], [[[waist * 0.5, top + 24], [waist + 2, top + 18]], ...side(half, hip), ...hem]);
  const band = () => waistband(sheet, t, look, 'high', { loops: false });
  if (cut === 'pleated') {
    const half = 176;
    const count = 20;
    const pleats = Array.from({ length: count + 1 }, (_, i) => (i / count) * 2 - 1).map((k, i) => {
      const from = [k * waist, top + 24];
      const to = [k * half, bottom + 12];
      const control = [k * (waist + 40), top + 110];
      return `<path d="${d('M', from, 'Q', control, to, 'L', [to[0] + 10, to[1]], 'Q', [control[0] + 4, control[1]], from, 'Z')}" fill="${i % 2 ? t.shade : t.deep}" opacity="${i % 2 ? 0.7 : 0.34}"/>` + stroke(d('M', from, 'Q', control, to), t.seam, 0.9, 'opacity=".6"');
    }).join('');
    const hem = Array.from({ length: 10 }, (_, i) => {
      const x = half - ((i + 1) * half) / 10;
      const y = bottom + (1 - (x / half) ** 2) * 12;
      return [[[x + half / 20, y + 4]], [[x, y]]];
    }).flat();
    sheet.cloth(outline(half, hem, 108), t, { inside: skirtShade(sheet, t, waist, half, top, bottom) + pleats });
    waistband(sheet, t, look, 'high', { loops: false });
    return;
  }
  if (cut === 'slip') {
    const half = 132;
    sheet.cloth(outline(half, wave(half, bottom, 3, 5), 102), t, {
      inside: skirtShade(sheet, t, waist, half, top, bottom) +
        [[-60, 330, -86, 700, 14, 8], [-14, 380, -30, 700, -10, 7], [44, 360, 50, 690, 16, 6], [84, 400, 104, 690, 10, 5]].map(([x1, y1, x2, y2, bend, w]) => fold([x1, y1], [x2, y2], bend, w, t.light, 0.6)).join('') +
        [[-84, 330, -20, 352, -9, 3], [92, 334, 36, 372, -9, 4], [-36, 440, -56, 706, 12, 5], [76, 420, 84, 706, -8, 6], [10, 420, 4, 700, 8, 4]].map(([x1, y1, x2, y2, bend, w]) => fold([x1, y1], [x2, y2], bend, w, t.shade, 0.7)).join(''),
    });
    waistband(sheet, t, look, 'high', { loops: false, height: 24, elastic: true });
    return;
  }
  if (cut === 'tiered') {
    tiers(sheet, t, look, [[waist + 2, 118, top + 18, 410], [116, 158, 404, 590], [150, 206, 582, bottom]]);
    waistband(sheet, t, look, 'high', { loops: false, elastic: true });
    sheet.add([-1, 1].map((s) => stroke(`M${s * 4} ${top + 20}C${s * 22} ${top + 40} ${s * 10} ${top + 80} ${s * 24} ${top + 110}`, t.line, 3.6) + stroke(`M${s * 4} ${top + 20}C${s * 22} ${top + 40} ${s * 10} ${top + 80} ${s * 24} ${top + 110}`, t.base, 2)).join(''));
    return;
  }
  const half = { aline: 158, pencil: 96, denim: 134 }[cut];
  const hem = [[[half * 0.5, bottom + 13], [0, bottom + 13]]];
  const inside = skirtShade(sheet, t, waist, half, top, bottom) + (cut === 'aline'
    ? falls(t, waist * 0.7, half, 330, bottom, 6, 5)
    : fold([100, 352], [30, 388], -9, 4, t.shade, 0.8) + fold([-100, 356], [-40, 384], 8, -3, t.shade, 0.7) + fold([half * 0.5, bottom + 10], [half * 0.4, 420], 7, 4, t.shade, 0.5) + fold([-half * 0.4, bottom + 10], [-half * 0.44, 440], -6, 3, t.shade, 0.5));
  sheet.cloth(outline(half, hem, cut === 'pencil' ? 103 : 106), t, { patterns: patternsOf(sheet, look), inside });
  if (cut === 'denim') {
    const thread = '#c9975a';
    sheet.cloth(d('M', [-11, top + 24], 'L', [11, top + 24], 'L', [12, bottom + 12], 'L', [-12, bottom + 12], 'Z'), t, { patterns: patternsOf(sheet, look) });
    sheet.add(stitch(`M-7 ${top + 30}V${bottom + 8}M7 ${top + 30}V${bottom + 8}`, thread, 1), stitch(d('M', [-half + 1, bottom - 14], 'Q', [0, bottom + 10], [half - 1, bottom - 14]), thread, 1.1));
    for (let i = 0; i < 6; i += 1) sheet.add(`<circle cx="0" cy="${top + 60 + i * 50}" r="5" fill="#bd8b52" stroke="#7c5a33"/>`);
    sheet.twice(() => {
      sheet.cloth(d('M', [34, 322], 'L', [90, 318], 'L', [92, 376], 'L', [64, 392], 'L', [36, 380], 'Z'), t, { patterns: patternsOf(sheet, look) });
      sheet.add(stitch(d('M', [35, 330], 'L', [90, 326]), thread, 1), stitch(d('M', [39, 334], 'L', [40, 377], 'L', [64, 387], 'L', [88, 373], 'L', [87, 331]), thread, 0.9));
    });
    waistband(sheet, t, look, 'high');
    sheet.add(`<circle cx="0" cy="${top + 19}" r="5.5" fill="#bd8b52" stroke="#7c5a33"/>`);
    return;
  }
  sheet.add(stroke(d('M', [-half + 1, bottom - 14], 'Q', [0, bottom + 10], [half - 1, bottom - 14]), t.seam, 1, 'opacity=".45"'));
  if (cut === 'pencil') sheet.add([-1, 1].map((s) => stroke(`M${s * 44} ${top + 26}Q${s * 48} ${top + 60} ${s * 52} ${top + 96}`, t.seam, 1.1, 'opacity=".8"')).join(''), fold([46, bottom + 12], [46, bottom - 78], 2, 3, t.deep, 0.9), stroke(`M46 ${bottom + 11}V${bottom - 80}`, t.line, 1.3));
  else sheet.add([-1, 1].map((s) => stroke(`M${s * 40} ${top + 26}Q${s * 46} ${top + 56} ${s * 50} ${top + 92}`, t.seam, 1.1, 'opacity=".7"')).join(''));
  band();
}

/** Tiers of a skirt, from the lowest up: [half width above, half width below, top, bottom]. */
export function tiers(sheet, t, look, rows) {
  for (const [above, below, top, bottom] of [...rows].reverse()) {
    const path = symmetric([0, top + 6], [[[above * 0.5, top + 5], [above, top]], [[above + (below - above) * 0.7, top + 40], [below - 2, bottom - 60], [below, bottom]], ...wave(below, bottom, 4, 7)]);
    const count = Math.round(above / 19);
    const gathers = Array.from({ length: count }, (_, i) => {
      const k = ((i + 0.5) / count) * 2 - 1;
      return fold([k * above, top + 5], [k * (above + (below - above) * 0.5) + ((i % 3) - 1) * 4, top + 36 + ((i * 7) % 4) * 16], k * 4, 2.4, t.shade, 0.9);
    }).join('');
    sheet.cloth(path, t, { patterns: patternsOf(sheet, look), inside: skirtShade(sheet, t, above, below, top, bottom) + falls(t, above * 0.9, below, top + 30, bottom, 4, 5) + gathers + sheet.soft(shape(d('M', [-above, top - 4], 'Q', [0, top + 4], [above, top - 4], 'L', [above, top + 12], 'Q', [0, top + 20], [-above, top + 12], 'Z'), t.deep, 0.35), 4) });
  }
}
