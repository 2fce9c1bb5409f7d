// The larger illustrations of the site: a rail for the welcome, an open box, an empty wardrobe, a store.
import { Sheet, d, ellipse, fold, mix, page, placed, shape, stroke, tones } from './svg.mjs';
import { drawn } from './garments.mjs';

const WALL = '#efe8dc';
const FLOOR = '#e2d6c4';
const WOOD = tones('#b98f63');
const BRASS = '#b8935a';
const PAPER = tones('#faf6ef');

/** A hanger in front of x = 0, its hook on a rail at y = -60. */
const hanger = stroke('M-104 40Q-50 4 0 -8Q50 4 104 40', WOOD.line, 12) + stroke('M-104 40Q-50 4 0 -8Q50 4 104 40', WOOD.base, 9.5) + stroke('M0 -8V-22C0 -34 14 -34 14 -48C14 -62 -8 -66 -12 -52', '#8d8678', 3.6);

function hung(item, prefix, x, y, scale, turn) {
  const sheet = drawn(item, prefix);
  sheet.shown.unshift(hanger);
  return placed(sheet, `translate(${x} ${y}) rotate(${turn}) scale(${scale})`);
}

const rect = (x, y, width, height, fill, more = '') => `<rect x="${x}" y="${y}" width="${width}" height="${height}" fill="${fill}"${more && ` ${more}`}/>`;
const tube = (path, width) => stroke(path, mix(BRASS, '#3a2a14', 0.4), width + 2) + stroke(path, BRASS, width) + stroke(path, '#e6cf9c', width * 0.3);

/** A potted plant that stands on y = 0. */
function plant(sheet) {
  const leaf = tones('#6c8061');
  for (const [x, y, turn, size] of [[-8, -96, -58, 120], [8, -96, 52, 124], [0, -96, -20, 168], [4, -96, 18, 156], [-4, -92, -92, 84], [6, -92, 88, 80], [0, -96, -38, 140]]) {
    sheet.add(`<g transform="translate(${x} ${y}) rotate(${turn})"><path d="M0 0C-26 ${-size * 0.4} -20 ${-size * 0.8} 0 ${-size}C20 ${-size * 0.8} 26 ${-size * 0.4} 0 0Z" fill="${turn > 0 ? leaf.shade : leaf.base}" stroke="${leaf.line}"/><path d="M0 0V${-size * 0.9}" stroke="${leaf.light}" stroke-width="1.4"/></g>`);
  }
  const pot = tones('#c98e6c');
  sheet.cloth('M-52 -100H52L40 0H-40Z', pot, { inside: sheet.soft(shape('M10 -100H60V0H20Z', pot.shade, 0.9), 8) });
  sheet.cloth('M-57 -108H57V-88H-57Z', pot, {});
}

/** An open box that stands on y = 190, with tissue and folded clothes. */
function box(sheet) {
  const card = tones('#d3b48c');
  const inner = tones('#b3926a');
  sheet.cloth('M-168 -96H168L192 -196H-192Z', card, { fill: mix(card.base, '#fff6ea', 0.3), inside: sheet.soft(shape('M-168 -96H168L176 -130H-176Z', card.shade, 0.7), 8) });
  sheet.cloth('M-200 0L-168 -96H168L200 0Z', inner, { fill: inner.shade });
  const tissue = (path, folds) => sheet.cloth(path, PAPER, { inside: sheet.soft(shape('M-240 20H240V-20H-240Z', '#c9bca9', 0.5), 10) + folds, outline: 1.1 });
  tissue('M-168 -80C-178 -120 -158 -154 -136 -146C-120 -140 -118 -122 -104 -134C-92 -166 -70 -182 -52 -164C-42 -150 -32 -142 -18 -154C-2 -178 20 -170 28 -150C38 -138 50 -172 74 -172C96 -168 92 -140 110 -142C134 -156 158 -138 164 -110L168 -84L150 10H-150Z', [[-118, -134, -126, 0], [-104, -134, -86, -60], [-36, -150, -40, 0], [-18, -154, 4, -90], [30, -148, 20, 0], [96, -146, 104, 0], [110, -142, 138, -80], [-140, -140, -152, -90]].map(([x1, y1, x2, y2]) => fold([x1, y1], [x2, y2], 7, 3, PAPER.shade, 1)).join(''));
  const folded = (x, y, width, height, hex, inside = '') => {
    const t = tones(hex);
    sheet.cloth(d('M', [x, y + 10], 'C', [x, y], [x + 8, y], [x + 14, y], 'L', [x + width - 14, y], 'C', [x + width, y], [x + width, y + 8], [x + width, y + 14], 'L', [x + width, y + height], 'L', [x, y + height], 'Z'), t, { inside: sheet.soft(shape(d('M', [x, y + height * 0.6], 'L', [x + width, y + height * 0.6], 'L', [x + width, y + height + 10], 'L', [x, y + height + 10], 'Z'), t.shade, 0.9), 5) + stroke(`M${x + 8} ${y + height * 0.45}Q${x + width / 2} ${y + height * 0.45 + 5} ${x + width - 4} ${y + height * 0.4}`, t.deep, 1.2, 'opacity=".5"') + inside });
  };
  folded(-126, -54, 250, 40, '#4e6e96', stroke('M-118 -40H118', '#c9975a', 1.4, 'stroke-dasharray="5 4"'));
  folded(-132, -92, 256, 42, '#efe5d3', [0, 1, 2].map((i) => rect(-132, -84 + i * 13, 256, 6, '#2c3b57')).join(''));
  folded(-120, -128, 238, 40, '#be9467', stroke('M-20 -128C-14 -112 14 -112 22 -128', '#8a6643', 5));
  tissue('M-196 4C-192 -40 -176 -74 -158 -66C-146 -58 -146 -42 -132 -52C-116 -72 -98 -62 -92 -40C-84 -24 -70 -14 -48 6Z', fold([-142, -50], [-150, 8], 6, 3, PAPER.shade, 1) + fold([-128, -54], [-100, 4], 6, 3, PAPER.shade, 1));
  tissue('M196 4C194 -36 182 -76 162 -70C148 -62 150 -44 136 -50C122 -66 102 -60 98 -38C90 -18 72 -10 40 6Z', fold([146, -52], [156, 6], -6, 3, PAPER.shade, 1) + fold([128, -54], [104, 4], -6, 3, PAPER.shade, 1));
  sheet.cloth('M-200 0H200L192 190H-192Z', card, { inside: sheet.soft(shape('M80 0H220V200H110Z', card.shade, 0.8) + shape('M-200 150H200V200H-200Z', card.shade, 0.6) + shape('M-170 20H-60L-80 150H-160Z', card.light, 0.8), 16) });
  sheet.cloth('M-200 0H200L216 62H-216Z', card, { fill: mix(card.base, '#fff6ea', 0.22), inside: sheet.soft(shape('M-220 40H220V70H-220Z', card.shade, 0.7), 6) });
  sheet.twice(() => sheet.cloth('M200 0L168 -96L250 -124L296 -30Z', card, { fill: mix(card.base, '#fff6ea', 0.16), inside: sheet.soft(shape('M168 -96L200 0L226 -10L190 -104Z', card.shade, 0.8), 6) }));
  sheet.add(`<circle cx="0" cy="112" r="30" fill="#8c3b3b"/><circle cx="0" cy="112" r="24" fill="none" stroke="#e9cfc0" stroke-width="1.5"/><path d="M0 126V100M0 114C-10 112 -14 106 -14 98C-6 98 0 104 0 114C0 104 6 98 14 98C14 106 10 112 0 114Z" fill="none" stroke="#f3e2d6" stroke-width="1.8"/>`);
}

/** A small sheet drawn by `draw`, placed. */
function part(prefix, draw, transform) {
  const sheet = new Sheet(prefix);
  draw(sheet);
  return placed(sheet, transform);
}

const collect = (parts) => [parts.map((p) => p.defs).join(''), parts.map((p) => p.group).join('')];
const stand = (x1, x2, y, floor) => tube(`M${x1} ${floor}V${y}H${x2}V${floor}`, 9) + tube(`M${x1 - 54} ${floor}H${x1 + 54}M${x2 - 54} ${floor}H${x2 + 54}`, 8);

function welcome(item) {
  const [defs, clothes] = collect([
    hung(item('P060'), 'c', 505, 268, 0.7, -1), hung(item('P029'), 'd', 690, 268, 0.7, 1.5), hung(item('P002'), 'e', 860, 268, 0.7, -1), hung(item('P007'), 'f', 1020, 268, 0.7, 1),
  ]);
  const [moreDefs, objects] = collect([part('p', plant, 'translate(150 800) scale(1.25)'), part('b', box, 'translate(292 742) scale(.56)'), placed(drawn(item('P077'), 's'), 'translate(760 822) scale(.46)')]);
  const room = rect(0, 790, 1200, 110, FLOOR) + `<path d="M90 790V420a210 210 0 0 1 420 0V790Z" fill="#f8f3ea"/>` + rect(0, 786, 1200, 5, '#d8cab5') + ellipse(760, 832, 420, 16, '#b9a78c', 0.35);
  return page(1200, 900, defs + moreDefs, room + stand(392, 1120, 226, 826) + clothes + objects, WALL);
}

function openBox() {
  const [defs, objects] = collect([part('b', box, 'translate(400 330)')]);
  return page(800, 600, defs, `<circle cx="400" cy="290" r="250" fill="#f9f4ec"/>` + ellipse(404, 528, 250, 18, '#b9a78c', 0.4) + objects, WALL);
}

function wardrobe() {
  const oak = tones('#c5a179');
  const inside = tones('#e9ddc9');
  const [defs, cabinet] = collect([part('w', (sheet) => {
    sheet.cloth('M-210 -250H210V240H-210Z', oak, {});
    sheet.cloth('M-192 -232H192V222H-192Z', inside, { inside: sheet.soft(shape('M-200 -240H200V-196H-200ZM-200 -240H-160V240H-200ZM160 -240H200V240H160Z', inside.deep, 0.4) + shape('M-120 -180H60L20 160H-140Z', inside.light, 0.8), 18) });
    sheet.add(rect(-192, 128, 384, 10, oak.base, `stroke="${oak.line}"`), rect(-192, 138, 384, 12, inside.deep, 'opacity=".25"'), tube('M-192 -178H192', 8));
    for (const [x, turn] of [[-128, 3], [-66, -2], [2, 2], [104, -4]]) sheet.add(`<g transform="translate(${x} -132) rotate(${turn}) scale(.62)">${hanger}</g>`);
    const linen = tones('#f3ebdf');
    sheet.cloth('M-150 128V104Q-150 96 -142 96H-62Q-54 96 -54 104V128Z', linen, { inside: stroke('M-148 112H-56', linen.deep, 1.2) });
    sheet.cloth('M60 222V178Q60 172 66 172H150Q156 172 156 178V222Z', tones('#d3b48c'), { inside: shape('M60 172H156V190H60Z', '#e5cfae') + stroke('M60 190H156', '#8f7350', 1.2) });
    sheet.twice(() => {
      sheet.cloth('M210 -250L306 -278V272L210 240Z', oak, { inside: sheet.soft(shape('M270 -280H320V280H270Z', oak.shade, 0.8), 10) + shape('M222 -228L294 -248V-20L222 -16ZM222 6L294 2V240L222 218Z', oak.shade, 0.45) + stroke('M222 -228L294 -248V-20L222 -16ZM222 6L294 2V240L222 218Z', oak.line, 1.1) });
      sheet.add(ellipse(228, -4, 4, 9, BRASS));
    });
    sheet.cloth('M-226 240H226V260H-226ZM-222 -268H222V-250H-222Z', oak, {});
    sheet.add(rect(-206, 260, 18, 20, oak.deep), rect(188, 260, 18, 20, oak.deep));
  }, 'translate(400 296)')]);
  return page(800, 600, defs, rect(0, 556, 800, 44, FLOOR) + rect(0, 553, 800, 4, '#d8cab5') + ellipse(400, 578, 270, 12, '#b9a78c', 0.4) + cabinet, WALL);
}

/** A dressmaker's stand, in the garment space, behind what it wears. */
const standIn = shape('M-28 6C-26 -30 26 -30 28 6L60 60H-60Z', '#d9c7ae') + ellipse(0, -24, 20, 7, WOOD.base) + stroke('M0 -30V-44', WOOD.line, 6) + stroke('M0 560V880M-74 880H74', WOOD.line, 9);

function dressed(list, prefix, transform) {
  const sheets = list.map((piece, i) => drawn(piece, prefix + 'xyz'[i]));
  sheets[0].shown.unshift(standIn);
  return sheets.map((sheet) => placed(sheet, transform));
}

function store(item) {
  const front = tones('#4f5f55');
  const stone = tones('#e4d8c6');
  const window = (x, width) => rect(x, 250, width, 250, '#f7efe0', `stroke="${front.line}" stroke-width="3"`) + rect(x, 470, width, 30, '#e3d3b8') + `<path d="M${x + 30} 250L${x + 100} 250L${x + 20} 420V280Z" fill="#ffffff" opacity=".4"/>`;
  const flare = (x) => Math.round(400 + (x - 400) * 1.03);
  const awning = Array.from({ length: 14 }, (_, i) => {
    const [left, right] = [92 + i * 44, 136 + i * 44];
    return `<path d="M${left} 176H${right}L${flare(right)} 236Q${flare(left + 22)} 256 ${flare(left)} 236Z" fill="${i % 2 ? '#f6eee1' : '#9c4640'}" stroke="#7a3833" stroke-width=".8"/>`;
  }).join('');
  const [defs, dummies] = collect([...dressed([item('P034')], 'g', 'translate(172 286) scale(.232)'), ...dressed([item('P037'), item('P009')], 'h', 'translate(272 286) scale(.232)'), ...dressed([item('P036'), item('P001')], 'i', 'translate(622 286) scale(.232)')]);
  const [potDefs, pots] = collect([part('p', plant, 'translate(374 548) scale(.44)'), part('q', plant, 'translate(524 548) scale(.44)')]);
  const body = rect(0, 540, 800, 60, '#dccfbb') + rect(0, 537, 800, 4, '#c9b99f') +
    rect(70, 60, 660, 480, stone.base) + Array.from({ length: 2 }, (_, i) => rect(70, 78 + i * 14, 660, 1.2, stone.shade)).join('') + rect(56, 44, 688, 22, stone.light, `stroke="${stone.line}"`) +
    rect(84, 104, 632, 436, front.base, `stroke="${front.line}" stroke-width="2"`) + rect(120, 116, 560, 46, front.shade) + rect(132, 122, 536, 34, 'none', 'stroke="#cdb98e" stroke-width="1.4"') +
    window(110, 236) + window(548, 146) +
    rect(390, 236, 118, 304, front.shade, `stroke="${front.line}" stroke-width="3"`) + rect(406, 254, 86, 200, '#f3e6cd', `stroke="${front.line}"`) + `<path d="M414 254H450L412 380V280Z" fill="#ffffff" opacity=".45"/>` + rect(406, 470, 86, 54, front.base, `stroke="${front.line}"`) + tube('M418 400V440', 5) +
    rect(110, 506, 236, 28, front.shade) + rect(548, 506, 146, 28, front.shade) + rect(376, 536, 146, 8, stone.shade);
  return page(800, 600, defs + potDefs, body + dummies + ellipse(400, 246, 310, 10, '#1e2621', 0.28) + awning + pots, WALL);
}

/** File name → how to draw it, given a look-up of items. */
export const editorial = { welcome, box: openBox, wardrobe, store };
