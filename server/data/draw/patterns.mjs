// What is printed on, woven into or knitted from a cloth: each a repeating tile.
import { lightness, mix } from './svg.mjs';

const tile = (width, height, content, angle = 0) => (id) =>
  `<pattern id="${id}" width="${width}" height="${height}" patternUnits="userSpaceOnUse"${angle ? ` patternTransform="rotate(${angle})"` : ''}>${content}</pattern>`;
const turned = (of, angle) => (id) => `<pattern id="${id}" href="#${of}" patternTransform="rotate(${angle})"/>`;
const band = (x, y, width, height, fill, opacity = 1) =>
  `<rect x="${x}" y="${y}" width="${width}" height="${height}" fill="${fill}"${opacity < 1 ? ` opacity="${opacity}"` : ''}/>`;
const rule = (path, color, width, opacity) => `<path d="${path}" fill="none" stroke="${color}" stroke-width="${width}" opacity="${opacity}"/>`;

/** Five petals around (0, 0), to be used at any size and in any color. */
const petals = (id) => {
  const around = [0, 72, 144, 216, 288].map((degrees) => {
    const angle = ((degrees - 90) * Math.PI) / 180;
    return `<circle cx="${(Math.cos(angle) * 8).toFixed(1)}" cy="${(Math.sin(angle) * 8).toFixed(1)}" r="6.2"/>`;
  });
  return `<g id="${id}">${around.join('')}</g>`;
};
const blossom = (flower, x, y, radius, petal, heart) =>
  `<use href="#${flower}" transform="translate(${x} ${y}) scale(${(radius / 8).toFixed(2)})" fill="${petal}"/><circle cx="${x}" cy="${y}" r="${(radius * 0.5).toFixed(1)}" fill="${heart}"/>`;
const leaf = (x, y, turn, size, fill) =>
  `<path transform="translate(${x} ${y}) rotate(${turn})" d="M0 0Q${size * 0.5} ${-size * 0.4} ${size} 0Q${size * 0.5} ${size * 0.4} 0 0" fill="${fill}"/>`;

const prints = {
  stripe: ({ accent }) => tile(24, 24, band(0, 7, 24, 9, accent)),
  pinstripe: ({ accent }) => tile(13, 13, band(5, 0, 2.6, 13, accent, 0.85)),
  dot: ({ accent }) => tile(26, 26, `<g fill="${accent}"><circle cx="6.5" cy="6.5" r="3.2"/><circle cx="19.5" cy="19.5" r="3.2"/></g>`),
  plaid: ({ accent, accent2 }) =>
    tile(66, 66, band(6, 0, 20, 66, accent, 0.5) + band(0, 6, 66, 20, accent, 0.5) + band(44, 0, 3, 66, accent2, 0.85) + band(0, 44, 66, 3, accent2, 0.85) + band(52, 0, 1.5, 66, accent2, 0.6) + band(0, 52, 66, 1.5, accent2, 0.6)),
  glen: ({ accent, accent2 }) =>
    tile(56, 56, rule('M2 0V56M6 0V56M10 0V56M14 0V56M18 0V56M0 2H56M0 6H56M0 10H56M0 14H56M0 18H56', accent, 1.6, 0.42) + rule('M38 0V56M0 38H56', accent2, 1.4, 0.8) + rule('M44 0V56M0 44H56', accent, 1, 0.35)),
  floral: ({ accent, accent2 }) => {
    const heart = lightness(accent) > 0.6 ? mix(accent, '#c0803a', 0.5) : '#f0dcae';
    const pale = mix(accent, '#fff6ea', 0.45);
    return (id) => {
      const flower = `${id}-f`;
      const sprigs = [
        leaf(30, 34, 35, 16, accent2), leaf(16, 34, 150, 14, accent2), blossom(flower, 24, 27, 8, accent, heart),
        leaf(84, 92, -30, 15, accent2), leaf(70, 98, 120, 13, accent2), blossom(flower, 76, 90, 6.5, pale, heart),
        blossom(flower, 80, 30, 4.4, accent, heart), leaf(85, 34, 60, 11, accent2), leaf(76, 36, 130, 9, accent2),
        blossom(flower, 28, 84, 4, pale, heart), leaf(24, 88, 140, 10, accent2), leaf(33, 87, 20, 9, accent2),
        blossom(flower, 52, 60, 3, accent, heart), leaf(55, 63, 75, 8, accent2),
        `<g fill="${accent}"><circle cx="52" cy="14" r="2"/><circle cx="50" cy="108" r="1.8"/><circle cx="96" cy="62" r="2"/><circle cx="8" cy="60" r="1.8"/></g>`,
      ];
      return petals(flower) + tile(104, 118, sprigs.join(''))(id);
    };
  },
};

const textures = {
  rib: (t) => tile(8, 8, band(0, 0, 2, 8, t.deep, 0.26) + band(4, 0, 2, 8, t.light, 0.3)),
  knit: (t) => tile(9, 8, rule('M0 1L4.5 5L9 1', t.deep, 1.1, 0.16)),
  cable: (t) =>
    tile(54, 40,
      rule('M14 0C14 12 34 28 34 40M34 0C34 12 14 28 14 40', t.deep, 2.2, 0.34) + rule('M17 0C17 12 37 28 37 40M11 0C11 10 22 17 24 20', t.light, 2.4, 0.7) +
      rule('M6 0V40M42 0V40', t.deep, 1.6, 0.3) + rule('M46 2L50 6L54 2M46 12L50 16L54 12M46 22L50 26L54 22M46 32L50 36L54 32M-1 4L2 8L5 4M-1 22L2 26L5 22', t.deep, 1.1, 0.2)),
  denim: (t) => tile(5, 5, rule('M0 0V5', t.light, 1.1, 0.26) + rule('M2.5 0V5', t.deep, 0.8, 0.14), 35),
  cord: (t) => tile(7, 7, band(0, 0, 2, 7, t.deep, 0.3) + band(3.5, 0, 1.6, 7, t.light, 0.28)),
  linen: (t) => tile(11, 11, rule('M0 3H7M4 8H11M2 0V6M8 5V11', t.deep, 0.7, 0.17)),
  boucle: (t) =>
    tile(26, 26, rule('M3 5q3-4 6 0M15 3q3 4 7 1M6 14q4 4 7 0M19 13q2-4 5 0M2 22q4-3 7 0M14 22q3 4 6 0', t.deep, 1.5, 0.32) + rule('M9 9q3-3 5 0M20 19q3-3 5 0M1 12q2 3 4 0M11 24q2-3 5-1', t.light, 1.8, 0.9)),
  channel: (t) => tile(88, 46, band(0, 32, 88, 14, t.shade, 0.55) + band(0, 26, 88, 6, t.shade, 0.28) + band(0, 5, 88, 7, t.light, 0.4) + rule('M0 45.5H88', t.line, 1.6, 0.8) + rule('M10 45q2-7 5-10M34 45q-1-6-4-9M60 45q2-6 6-9M22 0q-1 5-4 8M72 0q2 5 5 8M46 0q0 5 2 7', t.deep, 1, 0.45)),
  quilt: (t) => tile(34, 34, rule('M0 0L34 34M34 0L0 34', t.deep, 1.3, 0.5) + rule('M2 0L34 32M0 2L32 34', t.light, 1, 0.4)),
};

/** The ids of an item's patterns on a sheet, turned with the piece that they are cut on. */
export function patternsOf(sheet, look, angle = 0) {
  const colors = { accent: look.accent, accent2: look.accent2 ?? look.accent };
  const tiles = [
    [look.pattern, prints[look.pattern]?.(colors)],
    [look.texture, textures[look.texture]?.(look.tone)],
  ];
  const turn = Math.round(angle);
  return tiles.filter(([, make]) => make).map(([name, make]) => {
    const upright = sheet.once(name, make);
    return turn === 0 ? upright : sheet.once(`${name}${turn}`, turned(upright, turn + (name === 'denim' ? 35 : 0)));
  });
}

/** A swatch for the questionnaire's pattern choices. */
export const swatchTile = (pattern, colors) => prints[pattern](colors);
