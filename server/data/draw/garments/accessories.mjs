// Bags, scarves and jewelry.
import { band, d, ellipse, fold, mix, shape, stitch, stroke } from '../svg.mjs';
import { patternsOf } from '../patterns.mjs';

const GOLD = { base: '#c8a45c', line: '#7d6230', light: '#ecd9a6', shade: '#a17f3e', deep: '#7d6230' };
const strap = (sheet, t, path, width) => {
  sheet.reach(path);
  sheet.add(stroke(path, t.line, width + 2.6), stroke(path, t.base, width), stroke(path, t.light, width * 0.22, 'opacity=".8"'));
};
const ring = (x, y, r, width = 4) => `<circle cx="${x}" cy="${y}" r="${r}" fill="none" stroke="${GOLD.line}" stroke-width="${width + 1.6}"/><circle cx="${x}" cy="${y}" r="${r}" fill="none" stroke="${GOLD.base}" stroke-width="${width}"/>`;
const leather = (sheet, t, left, right, top, bottom) =>
  sheet.soft(
    shape(d('M', [right - (right - left) * 0.28, top], 'L', [right + 40, top], 'L', [right + 40, bottom + 20], 'L', [left - 20, bottom + 20], 'L', [left - 20, bottom - 34], 'L', [right - (right - left) * 0.2, bottom - 40], 'Z'), t.shade, 0.95) +
    shape(d('M', [left + 24, top + 20], 'Q', [left + 70, (top + bottom) / 2], [left + 50, bottom - 50], 'L', [left + 110, bottom - 60], 'Q', [left + 140, (top + bottom) / 2], [left + 100, top + 14], 'Z'), t.light, 0.7), 16);

const BAGS = {
  tote(sheet, t) {
    strap(sheet, mixTone(t, 0.25), 'M-70 -120C-76 -290 76 -290 70 -120', 13);
    sheet.cloth('M-148 -134C-60 -124 60 -124 148 -134L150 -110H-150Z', t, { fill: t.deep });
    sheet.cloth('M-150 -132C-60 -118 60 -118 150 -132L182 150C184 164 174 172 160 173C60 179 -60 179 -160 173C-174 172 -184 164 -182 150Z', t, { inside: leather(sheet, t, -180, 180, -130, 176) + fold([-120, -110], [-148, 150], 8, 5, t.shade, 0.5) + fold([40, -100], [20, 120], 12, 6, t.shade, 0.35) });
    sheet.add(stitch('M-144 -120C-60 -106 60 -106 144 -120', t.seam, 1.4), stitch('M-172 150C-60 162 60 162 172 150', t.seam, 1.4), stroke('M-160 132C-60 142 60 142 160 132', t.seam, 1.2));
    strap(sheet, t, 'M-74 -64C-90 -286 90 -286 74 -64', 13);
    for (const x of [-74, 74]) {
      sheet.cloth(d('M', [x - 15, -92], 'L', [x + 15, -92], 'L', [x + 15, -48], 'Q', [x, -36], [x - 15, -48], 'Z'), t, {});
      sheet.add(ellipse(x, -58, 4, 4, GOLD.base), stitch(`M${x - 10} -88V-52M${x + 10} -88V-52`, t.seam, 1));
    }
    sheet.add(stroke('M104 -116C112 -80 108 -60 112 -34', t.line, 3));
    sheet.cloth('M98 -36H126V26Q112 36 98 26Z', t, { inside: fold([100, -30], [124, 24], 6, 4, t.light, 0.6) });
  },
  saddle(sheet, t) {
    strap(sheet, t, 'M-128 -40C-170 -330 170 -330 128 -40', 14);
    sheet.cloth('M-140 -60C-150 40 -140 150 0 156C140 150 150 40 140 -60Z', t, { fill: t.shade, inside: leather(sheet, t, -140, 140, -60, 156) });
    sheet.cloth('M-146 -64C-80 -78 80 -78 146 -64C152 20 120 92 0 98C-120 92 -152 20 -146 -64Z', t, { inside: leather(sheet, t, -146, 146, -70, 98) });
    sheet.add(stitch('M-136 -56C-138 20 -110 82 0 88C110 82 138 20 136 -56', t.seam, 1.5), stroke('M-60 -72C-66 0 -40 60 0 62C40 60 66 0 60 -72', t.seam, 1, 'opacity=".5"'));
    sheet.cloth('M-17 -10H17V92L0 112L-17 92Z', t, { inside: fold([-14, 0], [14, 90], 6, 5, t.light, 0.5) });
    sheet.add(`<rect x="-24" y="34" width="48" height="36" rx="6" fill="none" stroke="${GOLD.line}" stroke-width="7"/><rect x="-24" y="34" width="48" height="36" rx="6" fill="none" stroke="${GOLD.base}" stroke-width="5"/>`, stroke('M0 38V66', GOLD.base, 4), stitch('M-12 -4V86M12 -4V86', t.seam, 1), ring(-132, -44, 12), ring(132, -44, 12));
  },
  satchel(sheet, t) {
    strap(sheet, t, 'M-62 -96C-66 -200 66 -200 62 -96', 15);
    sheet.cloth('M-132 -92C-136 -100 -130 -106 -120 -106H120C130 -106 136 -100 132 -92L162 128C164 142 156 150 144 150H-144C-156 150 -164 142 -162 128Z', t, { inside: leather(sheet, t, -160, 160, -106, 150) });
    sheet.cloth('M-134 -98C-134 -104 -128 -108 -120 -108H120C128 -108 134 -104 134 -98L144 2C100 26 40 34 0 34C-40 34 -100 26 -144 2Z', t, { inside: leather(sheet, t, -140, 140, -108, 34) + stroke('M-132 -4C-90 16 -40 22 0 22C40 22 90 16 132 -4', t.seam, 1.2) });
    sheet.add(stroke('M-134 60L-158 132M134 60L158 132', t.seam, 1.3));
    sheet.cloth('M-24 10H24V46Q24 54 16 54H-16Q-24 54 -24 46Z', GOLD, { inside: shape('M-24 10H-4V54H-24Z', GOLD.light, 0.7) });
    sheet.add(`<circle cx="0" cy="31" r="8" fill="${GOLD.shade}" stroke="${GOLD.line}"/>`, stroke('M-5 31H5', GOLD.line, 2.4));
    for (const x of [-62, 62]) sheet.add(`<rect x="${x - 14}" y="-110" width="28" height="20" rx="4" fill="${GOLD.base}" stroke="${GOLD.line}" stroke-width="1.4"/>`);
  },
  belt(sheet, t) {
    const path = 'M-120 -6C-250 -30 -250 -170 0 -176C250 -170 250 -30 120 -6';
    sheet.reach('M-220 -176L220 0');
    sheet.add(stroke(path, t.line, 22), stroke(path, t.base, 19), stroke(path, t.seam, 1, 'opacity=".5" stroke-dasharray="3 3"'));
    sheet.add('<rect x="-34" y="-194" width="68" height="36" rx="7" fill="#2f3330" stroke="#181b19" stroke-width="2"/><path d="M-10 -190V-162M10 -190V-162" stroke="#5b615d" stroke-width="3"/>');
    sheet.cloth('M-150 -40C-154 -62 -140 -72 -122 -72H122C140 -72 154 -62 150 -40C146 40 120 112 70 116C30 120 -30 120 -70 116C-120 112 -146 40 -150 -40Z', t, { patterns: patternsOf(sheet, { texture: 'quilt', tone: t }), inside: leather(sheet, t, -150, 150, -72, 118) });
    sheet.add(stroke('M-128 -38H128', t.line, 9), stroke('M-126 -38H126', GOLD.base, 3, 'stroke-dasharray="3 2"'), `<path d="M112 -44h26v12h-26z" fill="${GOLD.base}" stroke="${GOLD.line}"/>`);
    sheet.cloth('M132 -32L146 -30L140 20Q132 26 126 18Z', t, {});
  },
  clutch(sheet, t) {
    const sheenOf = fold([-150, -70], [-40, 110], 30, 14, t.light, 0.75) + fold([20, -80], [120, 110], 30, 10, t.light, 0.45);
    sheet.cloth('M-186 -96C-186 -106 -180 -110 -172 -110H172C180 -110 186 -106 186 -96V104C186 114 180 118 172 118H-172C-180 118 -186 114 -186 104Z', t, { inside: leather(sheet, t, -186, 186, -110, 118) + sheenOf });
    sheet.cloth('M-186 -98C-186 -106 -180 -110 -172 -110H172C180 -110 186 -106 186 -98L12 44Q0 52 -12 44Z', t, { inside: sheet.soft(shape('M186 -98L0 52L20 -110H186Z', t.shade, 0.8), 14) + fold([-150, -100], [-20, 30], -14, 8, t.light, 0.7) });
    sheet.add(stroke('M-178 -92L-10 38Q0 44 10 38L178 -92', t.seam, 1.1, 'opacity=".6"'), `<circle cx="0" cy="30" r="15" fill="${GOLD.base}" stroke="${GOLD.line}" stroke-width="1.6"/><circle cx="-4" cy="26" r="5" fill="${GOLD.light}"/>`);
  },
};

const mixTone = (t, amount) => ({ ...t, base: mix(t.base, '#2b2028', amount) });

export function bag(sheet, { tone: t, drawing }) {
  BAGS[drawing.kind](sheet, t);
}

const fringe = (x1, x2, y, t, length = 26) => stroke(Array.from({ length: Math.floor((x2 - x1) / 7) }, (_, i) => `M${x1 + 4 + i * 7} ${y}q${(i % 3) - 1} ${length / 2} ${((i * 5) % 5) - 2} ${length + (i % 2) * 4}`).join(''), t, 2.6);

const SCARVES = {
  wrap(sheet, t, look) {
    const edge = mix(t.base, '#2b2028', 0.28);
    sheet.add(fringe(-92, -8, 306, edge), fringe(26, 104, 352, edge));
    sheet.reach('M-92 336L104 384');
    sheet.cloth('M-96 -40C-110 80 -98 200 -96 310C-70 316 -30 316 -4 310C-2 200 14 80 30 -30Z', t, { patterns: patternsOf(sheet, look, 3), inside: sheet.soft(shape('M-40 -40L40 -40L10 320L-30 320Z', t.shade, 1)) + fold([-70, 0], [-66, 306], 8, 5, t.shade, 1) + fold([-20, 20], [-34, 306], -8, 4, t.light, 1) });
    sheet.cloth('M4 -20C28 90 24 230 22 356C48 362 84 362 108 356C106 230 112 90 92 -40Z', t, { patterns: patternsOf(sheet, look, -4), inside: sheet.soft(shape('M76 -40L130 -40L130 370L84 370Z', t.shade, 1)) + fold([40, 20], [52, 350], 9, 5, t.shade, 1) + fold([70, 20], [84, 350], 7, 4, t.light, 1) });
    sheet.cloth('M-132 -120C-140 -180 -80 -214 0 -214C80 -214 140 -180 132 -120C120 -90 70 -104 0 -104C-70 -104 -120 -90 -132 -120Z', t, { fill: mix(t.base, '#33262e', 0.3), patterns: patternsOf(sheet, look, 20), inside: shape('M-140 -220H140V-90H-140Z', '#2b2028', 0.24) });
    sheet.cloth('M-134 -128C-150 -60 -90 10 0 12C90 10 150 -60 134 -128C110 -86 60 -70 0 -70C-60 -70 -110 -86 -134 -128Z', t, { patterns: patternsOf(sheet, look, -24), inside: fold([-130, -110], [132, -110], 130, 10, t.shade, 1) + fold([-134, -90], [130, -84], 90, 8, t.light, 1) + sheet.soft(shape('M40 20C90 0 150 -60 136 -130L170 -130L170 30Z', t.shade, 1)) });
    sheet.cloth('M-60 -76C-40 -96 34 -98 56 -78C72 -40 70 10 52 40C24 52 -24 50 -52 38C-70 6 -74 -40 -60 -76Z', t, { patterns: patternsOf(sheet, look, 60), inside: fold([-50, -70], [-40, 36], -10, 6, t.shade, 1) + fold([-10, -86], [0, 42], 9, 5, t.shade, 1) + fold([30, -82], [36, 36], -8, 5, t.light, 1) });
  },
  square(sheet, t, look) {
    const inner = (k, fill) => shape(d('M', [0, -230 * k], 'L', [226 * k, 0], 'L', [0, 230 * k], 'L', [-226 * k, 0], 'Z'), fill);
    const { accent, accent2 } = look;
    const petals = Array.from({ length: 12 }, (_, i) => `<ellipse cx="0" cy="-66" rx="15" ry="36" fill="${i % 2 ? accent : t.base}" transform="rotate(${i * 30})"/>`).join('');
    const corners = [0, 90, 180, 270].map((a) => `<g transform="rotate(${a})"><circle cy="-150" r="18" fill="${t.base}"/><circle cy="-150" r="9" fill="${accent2}"/><path d="M-40 -118q20-14 40 0q20-14 40 0" fill="none" stroke="${accent}" stroke-width="5"/><circle cx="-66" cy="-84" r="5" fill="${accent}"/><circle cx="66" cy="-84" r="5" fill="${accent}"/></g>`).join('');
    sheet.cloth('M2 -232C60 -170 168 -64 228 2C166 62 64 166 -2 232C-60 172 -164 62 -228 -2C-168 -60 -62 -170 2 -232Z', t, {
      fill: accent,
      inside: inner(0.9, accent2) + inner(0.84, t.base) + inner(0.8, accent2) + `<circle r="112" fill="none" stroke="${accent}" stroke-width="4"/><circle r="120" fill="none" stroke="${t.base}" stroke-width="3"/>` + petals + `<circle r="32" fill="${accent2}"/><circle r="22" fill="${accent}"/><circle r="9" fill="${t.base}"/>` + corners +
        sheet.soft(shape('M0 0L226 0L0 232Z', '#2b2028', 0.2) + shape('M-10 -230L30 -200L-190 40L-226 0Z', '#ffffff', 0.28), 12) + fold([2, -230], [-2, 230], 7, 6, '#2b2028', 0.14) + fold([-226, 0], [226, 0], 7, 6, '#ffffff', 0.3),
    });
    sheet.cloth('M104 -114C150 -70 190 -38 228 2C190 -10 140 -60 90 -66C84 -84 92 -102 104 -114Z', t, { fill: mix(accent, '#fff6ea', 0.25), inside: fold([104, -110], [226, 0], 10, 6, '#2b2028', 0.2) });
  },
  fold(sheet, t, look) {
    const ribs = patternsOf(sheet, look);
    const edge = mix(t.base, '#2b2028', 0.2);
    sheet.add(fringe(-112, -6, 258, edge, 30), fringe(6, 112, 284, edge, 30));
    sheet.reach('M-112 290L112 318');
    sheet.cloth('M-116 -226C-118 -60 -112 100 -116 262C-80 268 -36 268 -2 262C-6 100 0 -60 -6 -226Z', t, { patterns: ribs, inside: sheet.soft(shape('M-40 -230H10V270H-30Z', t.shade, 0.9)) + fold([-80, -180], [-84, 258], 7, 5, t.light, 0.7) });
    sheet.cloth('M-4 -224C0 -60 -4 120 2 288C36 294 84 294 116 288C112 120 118 -60 114 -224Z', t, { patterns: ribs, inside: sheet.soft(shape('M84 -230H140V296H90Z', t.shade, 0.9)) + fold([30, -180], [36, 280], -7, 5, t.light, 0.7) });
    sheet.cloth('M-122 -230C-124 -270 -90 -282 -60 -282H60C90 -282 124 -270 120 -228C80 -208 -80 -208 -122 -230Z', t, { patterns: patternsOf(sheet, look, 90), inside: sheet.soft(shape('M40 -290H140V-200H-120V-222H70Z', t.shade, 0.9)) });
    for (const [x, y] of [[-116, 222], [2, 246]]) sheet.add(stroke(`M${x + 3} ${y}q54 7 108 0M${x + 3} ${y + 9}q54 7 108 0`, t.deep, 1.4, 'opacity=".6"'));
  },
};

export function scarf(sheet, { tone: t, drawing }) {
  SCARVES[drawing.kind](sheet, t, { ...drawing, tone: t });
}

const metal = (path, t, width) => stroke(path, t.line, width + 1.6) + stroke(path, t.base, width) + stroke(path, t.light, width * 0.35);

const JEWELRY = {
  pendant(sheet, t) {
    const chain = 'M-120 -230C-130 -60 -60 96 0 132C60 96 130 -60 120 -230';
    sheet.reach('M-126 -236L126 236');
    sheet.add(band(chain, t.line, 4.6, 'stroke-dasharray="7 2.5"'), band(chain, t.light, 2, 'stroke-dasharray="7 2.5"'));
    sheet.add(metal('M-120 -230C-100 -250 -84 -246 -76 -236', t, 3), `<circle cx="120" cy="-236" r="7" fill="none" stroke="${t.line}" stroke-width="4"/>`, `<circle cx="0" cy="142" r="9" fill="none" stroke="${t.line}" stroke-width="4"/>`);
    sheet.cloth('M0 152C34 152 52 176 52 200C52 226 30 246 0 246C-30 246 -52 226 -52 200C-52 176 -34 152 0 152Z', t, { inside: sheet.soft(ellipse(-18, 182, 20, 18, '#fff6dc', 0.95) + shape('M10 246C40 240 54 210 50 180L80 200L40 260Z', t.shade, 1), 7) + Array.from({ length: 12 }, (_, i) => `<path d="M0 ${199 - 14}V${199 - 34}" stroke="${t.deep}" stroke-width="1.6" opacity=".6" transform="rotate(${i * 30} 0 199)"/>`).join('') + `<circle cx="0" cy="199" r="8" fill="${t.light}" stroke="${t.line}"/>` });
  },
  hoops(sheet, t) {
    sheet.repeat(() => {
      const body = 'M-6 -92C-70 -80 -92 -20 -80 30C-66 92 30 108 66 50C92 4 80 -56 40 -82';
      sheet.reach('M-92 -120L92 96');
      sheet.add(stroke(body, t.line, 19), stroke(body, t.base, 16.5), stroke('M-34 -78C-80 -50 -86 10 -66 44', '#ffffff', 4, 'opacity=".9"'), stroke('M-20 88C30 94 70 60 78 10', t.shade, 6, 'opacity=".9"'), stroke('M38 -80C20 -104 -10 -116 -24 -104', t.line, 3.6), `<circle cx="-25" cy="-103" r="5" fill="${t.light}" stroke="${t.line}"/>`);
    }, [[120, -34], [-104, 34]]);
  },
  pearls(sheet) {
    sheet.reach('M-172 -216L172 226');
    const count = 46;
    const beads = Array.from({ length: count }, (_, i) => {
      const angle = (i / count) * Math.PI * 2 - Math.PI / 2 + 0.068;
      const wide = 150 - 26 * Math.sin(angle) * -1 * (angle < 0 || angle > Math.PI ? 1 : -0.4);
      return [Math.cos(angle) * wide, Math.sin(angle) * 198 + 6];
    });
    const one = sheet.def((id) => `<g id="${id}"><circle r="12.5" fill="#efe7dc" stroke="#a89c8d"/><path d="M3 11.6A12 12 0 0 0 11 -5A14 14 0 0 1 3 11.6Z" fill="#d3c3b4"/><circle cx="-4" cy="-4.5" r="4" fill="#fff"/></g>`);
    sheet.add(stroke('M-9 -193H9', '#7d6230', 9), stroke('M-9 -193H9', '#c8a45c', 6.5));
    for (const [x, y] of beads) if (Math.hypot(x, y + 193) > 16) sheet.add(`<use href="#${one}" transform="translate(${x.toFixed(0)} ${y.toFixed(0)})"/>`);
  },
  cuff(sheet, t) {
    sheet.cloth('M-150 -56C-120 -112 120 -112 150 -56C158 -30 150 -4 134 14C124 -30 80 -52 0 -52C-80 -52 -124 -30 -134 14C-150 -4 -158 -30 -150 -56Z', t, { fill: t.shade, inside: sheet.soft(ellipse(40, -74, 60, 16, t.light, 0.7), 9) });
    sheet.cloth('M-152 -52C-166 10 -160 62 -136 92C-90 136 -54 128 -34 118C-26 110 -28 60 -40 52C-90 44 -130 10 -152 -52Z', t, { inside: sheet.soft(shape('M-150 -30C-140 40 -110 80 -60 90L-60 70C-110 60 -136 10 -150 -30Z', '#fff6dc', 0.95), 6) + fold([-150, 20], [-36, 104], 24, 8, t.shade, 0.7) });
    sheet.cloth('M152 -52C166 10 160 62 136 92C100 128 66 130 46 122C36 114 36 64 48 54C96 44 130 10 152 -52Z', t, { inside: sheet.soft(shape('M160 -20C164 40 150 80 110 110L150 120L180 0Z', t.deep, 0.7) + ellipse(90, 74, 18, 12, '#fff6dc', 0.9), 7) });
  },
};

export function jewelry(sheet, { tone: t, drawing }) {
  JEWELRY[drawing.kind](sheet, t);
}
