// Points, paths, colors and the sheet that a garment is drawn on.
// Garments share one space: x = 0 is the center front, y = 0 the point where neck and shoulder meet, 5.7 units a centimeter.
// So a waist lies at 240, a hip at 350, a knee at 590 and an ankle at 820, whatever the garment.

const round = (n) => Math.round(n * 2) / 2;
const pair = ([x, y]) => `${Math.round(x)} ${Math.round(y)}`;

/** A path from letters and points: d('M', [0, 0], 'L', [4, 2], 'Z'). */
export const d = (...parts) => parts.map((part) => (typeof part === 'string' ? part : pair(part))).join(' ');

const letter = { 1: 'L', 2: 'Q', 3: 'C' };
const segment = (points) => letter[points.length] + points.map(pair).join(' ');
const mirror = ([x, y]) => [-x, y];

/** An open path: a start and segments of one (line), two (quadratic) or three (cubic) points. */
export const line = (start, segments) => `M${pair(start)}${segments.map(segment).join('')}`;

/** A closed path from its right half: the left one is its mirror image. */
export function symmetric(start, segments) {
  const anchors = [start, ...segments.map((points) => points.at(-1))];
  const back = segments
    .map((points, i) => [...points.slice(0, -1).reverse(), anchors[i]].map(mirror))
    .reverse();
  const [bottomX] = anchors.at(-1);
  const bridge = bottomX === 0 ? '' : segment([mirror(anchors.at(-1))]);
  return `${line(start, segments)}${bridge}${back.map(segment).join('')}Z`;
}

/** An open symmetric curve, from left to right, through the given right half (which starts on the center). */
export function arch(start, segments) {
  const anchors = [start, ...segments.map((points) => points.at(-1))];
  const left = segments.map((points, i) => [...points.slice(0, -1).reverse(), anchors[i]].map(mirror)).reverse();
  return `M${pair(mirror(anchors.at(-1)))}${left.map(segment).join('')}${segments.map(segment).join('')}`;
}

const channels = (hex) => [1, 3, 5].map((i) => Number.parseInt(hex.slice(i, i + 2), 16));
export const mix = (from, to, amount) =>
  `#${channels(from).map((c, i) => Math.round(c + (channels(to)[i] - c) * amount).toString(16).padStart(2, '0')).join('')}`;
export const lightness = (hex) => {
  const [red, green, blue] = channels(hex);
  return (red * 0.3 + green * 0.59 + blue * 0.11) / 255;
};

/** The tones of a cloth: its color, light and shade, outline and seams. */
export function tones(hex) {
  const l = lightness(hex);
  const dark = l < 0.3;
  return {
    base: hex,
    light: mix(hex, '#fffaf2', dark ? 0.09 : 0.3),
    shade: mix(hex, dark ? '#0c0a12' : '#4a3a44', dark ? 0.42 : l > 0.8 ? 0.24 : 0.27),
    deep: mix(hex, dark ? '#08070c' : '#33262e', dark ? 0.62 : l > 0.8 ? 0.34 : 0.46),
    line: dark ? mix(hex, '#9a93a4', l < 0.2 ? 0.3 : 0.16) : mix(hex, '#2b2028', 0.5),
    seam: dark ? mix(hex, '#ffffff', 0.3) : mix(hex, '#2b2028', 0.42),
  };
}

/** The tones of a patterned cloth: its light and shade lie over the pattern without hiding it. */
export const veils = (t) => ({ ...t, light: '#ffffff30', shade: '#2b202838', deep: mix(t.base, '#33262e', 0.46) });

function bezier(points, t) {
  if (points.length === 1) return points[0];
  const next = points.slice(1).map(([x, y], i) => [points[i][0] + (x - points[i][0]) * t, points[i][1] + (y - points[i][1]) * t]);
  return bezier(next, t);
}

/** A sheet collects a drawing: what it defines, what it shows, and how far it reaches. */
export class Sheet {
  #count = 0;
  #known = new Map();
  defs = [];
  shown = [];
  box = [Infinity, Infinity, -Infinity, -Infinity];

  constructor(prefix) {
    this.prefix = prefix;
  }

  /** Defines something under a fresh id. */
  def(make) {
    const id = this.prefix + (this.#count++).toString(36);
    this.defs.push(make(id));
    return id;
  }

  /** Defines something once for this sheet. */
  once(key, make) {
    if (!this.#known.has(key)) this.#known.set(key, this.def(make));
    return this.#known.get(key);
  }

  add(...markup) {
    this.shown.push(...markup);
  }

  /** What `draw` adds is shown twice: as it is, and mirrored. */
  twice(draw) {
    const before = this.shown;
    this.shown = [];
    draw();
    const drawn = this.shown.join('');
    this.shown = before;
    const id = this.def((name) => `<g id="${name}">${drawn}</g>`);
    this.add(`<use href="#${id}" transform="scale(-1 1)"/><use href="#${id}"/>`);
    const [left, top, right, bottom] = this.box;
    this.box = [Math.min(left, -right), top, Math.max(right, -left), bottom];
  }

  /** What `draw` adds is shown at each offset, the first one behind. */
  repeat(draw, offsets) {
    const [before, boxBefore] = [this.shown, this.box];
    this.shown = [];
    this.box = [Infinity, Infinity, -Infinity, -Infinity];
    draw();
    const drawn = this.shown.join('');
    const [left, top, right, bottom] = this.box;
    [this.shown, this.box] = [before, boxBefore];
    const id = this.def((name) => `<g id="${name}">${drawn}</g>`);
    for (const [x, y] of offsets) {
      this.add(`<use href="#${id}" transform="translate(${x} ${y})"/>`);
      this.reach(`M${left + x} ${top + y}L${right + x} ${bottom + y}`);
    }
  }

  /** Widens the box to an absolute path of M, L, Q, C, V and H; its curves are sampled. */
  reach(path) {
    let at = [0, 0];
    const include = ([x, y]) => {
      const [left, top, right, bottom] = this.box;
      this.box = [Math.min(left, x), Math.min(top, y), Math.max(right, x), Math.max(bottom, y)];
    };
    for (const [, command, rest] of path.matchAll(/([MLQCZVH])([^MLQCZVH]*)/g)) {
      const numbers = (rest.match(/-?\d+(\.\d+)?/g) ?? []).map(Number);
      if (command === 'V' || command === 'H') {
        at = command === 'V' ? [at[0], numbers[0]] : [numbers[0], at[1]];
        include(at);
        continue;
      }
      const size = { M: 1, L: 1, Q: 2, C: 3 }[command] ?? 1;
      const points = Array.from({ length: numbers.length / 2 }, (_, i) => [numbers[i * 2], numbers[i * 2 + 1]]);
      for (let i = 0; i + size <= points.length; i += size) {
        const controls = [at, ...points.slice(i, i + size)];
        for (const t of [0.25, 0.5, 0.75, 1]) include(command === 'M' ? controls[1] : bezier(controls, t));
        at = controls.at(-1);
      }
    }
  }

  /** A piece of cloth: filled, patterned, shaded inside its edge, and outlined. */
  cloth(path, tone, { fill = tone.base, patterns = [], inside = '', outline = 1.5, stroke = tone.line } = {}) {
    this.reach(path);
    const shape = this.def((id) => `<path id="${id}" d="${path}"/>`);
    this.add(`<use href="#${shape}" fill="${fill}"/>`);
    for (const pattern of patterns) this.add(`<use href="#${shape}" fill="url(#${pattern})"/>`);
    if (inside) {
      const clip = this.def((id) => `<clipPath id="${id}"><use href="#${shape}"/></clipPath>`);
      this.add(`<g clip-path="url(#${clip})">${inside}</g>`);
    }
    if (outline) this.add(`<use href="#${shape}" fill="none" stroke="${stroke}" stroke-width="${outline}"/>`);
  }

  /** A blurred group, for shade that has no edge. */
  soft(markup, blur = 9) {
    const filter = this.once(`blur${blur}`, (id) => `<filter id="${id}" x="-40%" y="-40%" width="180%" height="180%"><feGaussianBlur stdDeviation="${blur}"/></filter>`);
    return `<g filter="url(#${filter})">${markup}</g>`;
  }
}

export const shape = (path, fill, opacity = 1) => `<path d="${path}" fill="${fill}"${opacity < 1 ? ` opacity="${opacity}"` : ''}/>`;
export const stroke = (path, color, width = 1.4, more = '') =>
  `<path d="${path}" fill="none" stroke="${color}" stroke-width="${width}"${more && ` ${more}`}/>`;
/** A line with flat ends: a band, or the ribs across one. */
export const band = (path, color, width, more = '') => stroke(path, color, width, `stroke-linecap="butt"${more && ` ${more}`}`);
export const stitch = (path, color, width = 1.2) => stroke(path, color, width, 'stroke-dasharray="4 3"');
export const ellipse = (x, y, rx, ry, fill, opacity = 1) =>
  `<ellipse cx="${round(x)}" cy="${round(y)}" rx="${round(rx)}" ry="${round(ry)}" fill="${fill}"${opacity < 1 ? ` opacity="${opacity}"` : ''}/>`;

/** A fold of cloth: a crescent that tapers to both ends. `bend` pushes its back, `width` is its thickest place. */
export function fold(from, to, bend, width, fill, opacity = 0.6) {
  const length = Math.hypot(to[0] - from[0], to[1] - from[1]) || 1;
  const normal = [-(to[1] - from[1]) / length, (to[0] - from[0]) / length];
  const middle = (by) => [(from[0] + to[0]) / 2 + normal[0] * by, (from[1] + to[1]) / 2 + normal[1] * by];
  return shape(d('M', from, 'Q', middle(bend), to, 'Q', middle(bend - width * 2), from, 'Z'), fill, opacity);
}

export const button = (x, y, radius, tone) =>
  `<circle cx="${round(x)}" cy="${round(y)}" r="${radius}" fill="${tone.light}" stroke="${tone.line}" stroke-width="1"/>` +
  `<path d="M${round(x - radius * 0.3)} ${round(y)}h${round(radius * 0.6) || 0.5}" stroke="${tone.line}"/>`;

export const GROUND = '#f5f0e8';

const shadow = (id) =>
  `<filter id="${id}" x="-20%" y="-20%" width="140%" height="140%"><feDropShadow dx="5" dy="11" stdDeviation="9" flood-color="#57452f" flood-opacity=".26"/></filter>`;

/** Places a sheet's drawing: returns its definitions and its group. */
export function placed(sheet, transform) {
  const id = sheet.once('shadow', shadow);
  return { defs: sheet.defs.join(''), group: `<g transform="${transform}"><g filter="url(#${id})">${sheet.shown.join('')}</g></g>` };
}

/** Writes paths and numbers as short as they go. */
const compact = (svg) =>
  svg.replace(/ d="([^"]+)"/g, (_, path) => ` d="${path.replace(/\s*([a-zA-Z])\s*/g, '$1').replace(/ -/g, '-').replace(/(^|[^\d.])0\./g, '$1.')}"`)
    .replace(/(opacity|stroke-width|r[xy]?)="0\./g, '$1=".')
    .replace(/\.0+"/g, '"');

export const page = (width, height, defs, body, ground = GROUND) =>
  compact(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" stroke-linecap="round" stroke-linejoin="round"><defs>${defs}</defs><rect width="${width}" height="${height}" fill="${ground}"/>${body}</svg>\n`);

/** One drawing, as large as fits, in the middle of a page. */
export function portrait(sheet, { width = 600, height = 750, fit = [492, 630], most = 1.6 } = {}) {
  const [left, top, right, bottom] = sheet.box;
  const scale = Math.min(fit[0] / (right - left), fit[1] / (bottom - top), most);
  const x = width / 2 - ((left + right) / 2) * scale;
  const y = height / 2 - ((top + bottom) / 2) * scale;
  const { defs, group } = placed(sheet, `translate(${round(x)} ${round(y)}) scale(${Math.round(scale * 1000) / 1000})`);
  return page(width, height, defs, group);
}
