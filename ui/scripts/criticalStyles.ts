// Selects the styles of one screen from the whole style sheet, for the document of a screen that the build renders.

/** Where a block or a statement of CSS ends: the position after its `}` or `;`. */
function endOf(css: string, from: number): number {
  let depth = 0;
  for (let at = from; at < css.length; at += 1) {
    const character = css[at];
    if (character === '"' || character === "'") {
      at = endOfText(css, at);
    } else if (character === '{') depth += 1;
    else if (character === '}') depth -= 1;
    if (depth === 0 && (character === '}' || character === ';')) return at + 1;
  }
  return css.length;
}

/** Where a string ends: the position of its last quote. */
function endOfText(css: string, from: number): number {
  let at = from + 1;
  while (at < css.length && css[at] !== css[from]) at += css[at] === '\\' ? 2 : 1;
  return at;
}

/** The rules of minified CSS, each with its braces. */
function rulesIn(css: string): string[] {
  const rules: string[] = [];
  for (let at = 0; at < css.length; at = endOf(css, at)) rules.push(css.slice(at, endOf(css, at)));
  return rules;
}

/** Selectors whose classes need not be in the screen: a class that no element has makes `:not(.class)` true. */
const choices = /:(?:not|is|where|has)\((?:[^()]|\([^()]*\))*\)/g;

const className = /\.(-?[A-Za-z_][\w-]*)/g;

const groups = /^@(?:media|supports|container|layer)\b/;

/**
 * The rules of `css` that can match an element of a screen. `content` is the screen's HTML and the scripts that render it, which
 * contain the names of its classes. Rules without a class are kept, and so are fonts.
 */
export function stylesFor(css: string, content: string): string {
  const isKnown = (selector: string) =>
    [...selector.replaceAll(choices, '').matchAll(className)].every(([, name = '']) => content.includes(name));
  const keep = (rule: string): string => {
    const open = rule.indexOf('{');
    const head = rule.slice(0, open);
    if (groups.test(head)) {
      const inside = rulesIn(rule.slice(open + 1, -1)).map(keep);
      return inside.some(Boolean) ? `${head}{${inside.join('')}}` : '';
    }
    if (rule.startsWith('@')) return rule;
    return head.replaceAll(choices, '').split(',').some(isKnown) ? rule : '';
  };
  const kept = rulesIn(css).map(keep).join('');
  return kept.replaceAll(/@keyframes ([\w-]+)\{(?:[^{}]*\{[^{}]*\})*\}/g, (rule, name: string) =>
    kept.replace(rule, '').includes(name) ? rule : '',
  );
}

/**
 * `css` for a document that already has its screen's styles. It declares no fonts: a second declaration would make the browser look for
 * the font again, and paint text twice.
 */
export const stylesOfTheRest = (css: string): string =>
  rulesIn(css)
    .filter((rule) => !rule.startsWith('@font-face'))
    .join('');
