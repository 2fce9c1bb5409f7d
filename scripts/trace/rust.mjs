// Finds the functions that a Rust source names, without a compiler. It needs sources that rustfmt has formatted, and does not
// expand macros.

/** A source without comments, string literals and tests. */
export function codeOf(source) {
  const bare = source.replace(/\/\/[^\n]*|\/\*[^]*?\*\/|b?r(#*)"[^]*?"\1|b?"(?:\\[^]|[^"\\])*"|'(?:\\[^']+|[^'\\])'/g, (found) => (found.startsWith('/') ? ' ' : '""'));
  return withoutTests(bare);
}

function withoutTests(code) {
  const start = code.search(/#\[cfg\(test\)\]\s*mod \w+ \{/);
  if (start < 0) return code;
  return code.slice(0, start) + withoutTests(code.slice(endOfBlock(code, code.indexOf('{', start))));
}

/** The end of the block that opens at `open`. */
function endOfBlock(code, open) {
  let depth = 0;
  for (let index = open; index < code.length; index += 1) {
    if (code[index] === '{') depth += 1;
    if (code[index] === '}') depth -= 1;
    if (depth === 0) return index + 1;
  }
  return code.length;
}

/** The imports of a source: local name → full path. `crate` becomes `crateName`. */
export function importsOf(code, crateName) {
  const names = new Map();
  for (const [, tree] of code.matchAll(/^\s*(?:pub(?:\([\w ]+\))? )?use ([^;]+);/gm)) {
    for (const path of branchesOf(tree.replace(/\s+/g, ' ').trim())) {
      const [whole, alias] = path.split(' as ');
      const segments = whole.replace(/::self$/, '').split('::');
      if (segments[0] === 'crate') segments[0] = crateName;
      names.set(alias ?? segments.at(-1), segments.join('::'));
    }
  }
  return names;
}

/** `a::{b, c::{d}}` → `a::b`, `a::c::d`. */
function branchesOf(tree) {
  const open = tree.indexOf('{');
  if (open < 0) return [tree];
  const prefix = tree.slice(0, open);
  const inner = tree.slice(open + 1, tree.lastIndexOf('}'));
  return splitAtTop(inner).flatMap((branch) => branchesOf(branch).map((path) => prefix + path));
}

function splitAtTop(text) {
  const parts = [''];
  let depth = 0;
  for (const sign of text) {
    if (sign === '{') depth += 1;
    if (sign === '}') depth -= 1;
    if (sign === ',' && depth === 0) parts.push('');
    else parts[parts.length - 1] += sign;
  }
  return parts.map((part) => part.trim()).filter(Boolean);
}

/**
 * The functions that code names, with their full paths. A bare name counts only if it is called; otherwise it may be a variable.
 */
export function pathsIn(code, imports, crateName) {
  const found = new Set();
  const lines = code.replace(/^\s*(?:pub(?:\([\w ]+\))? )?use [^;]+;/gm, ' ');
  for (const [, path, call] of lines.matchAll(/(?<![\w.:]|fn )((?:\w+::)*[a-z_]\w*)\b(\s*\()?/g)) {
    const segments = path.split('::');
    if (segments.length === 1 && call === undefined) continue;
    const first = segments[0] === 'crate' ? crateName : imports.get(segments[0]);
    found.add([first ?? segments[0], ...segments.slice(1)].join('::'));
  }
  return found;
}
