// What wasm-bindgen writes beside the WebAssembly, made ready for callers that no compiler has checked.

const HELPERS = `
/** Throws what a rule throws of a field of another kind; without it, that would be read as if it were of the right one. */
function requireKind(value, name, kind, optional) {
    if (typeof value === kind || (optional && (value === undefined || value === null))) return;
    throw new Error(name + ': expected ' + (kind === 'string' ? 'text' : 'true or false'));
}

/** A value as JSON text, or why it has none after an exclamation mark. */
${textOf}
`;

/**
 * A value as JSON text, for the rules (`core-wasm/src/convert.rs` imports it), or why it has none after an exclamation mark.
 *
 * What a page holds can be no JSON, or larger than it looks: a list of billions of holes, an object that is part of itself many
 * times over. A getter or a proxy may throw; if that went on through the frames of the rules, these would never give back what
 * they hold, and in the end nothing would be left.
 */
export function textOf(value) {
  // More values than fit into what the server takes.
  let room = 65_536;
  let refusal = 'The value is not JSON.';
  const refuse = (because) => {
    refusal = because ?? refusal;
    throw refusal;
  };
  const look = (part, depth) => {
    const type = typeof part;
    if (type === 'number' && !Number.isFinite(part)) refuse('A number must be finite.');
    if (type === 'symbol' || type === 'function' || type === 'bigint') refuse();
    if (type !== 'object' || part === null) return;
    // A date, for one, would become a text.
    if (typeof part.toJSON === 'function') refuse();
    if (depth === 0) refuse('The value is nested too deeply.');
    const parts = Array.isArray(part) ? part : Object.values(part);
    room -= parts.length;
    if (!(room >= 0)) refuse('The value is too large.');
    for (let index = 0; index < parts.length; index += 1) look(parts[index], depth - 1);
  };
  try {
    // As deep as the server goes.
    look(value, 127);
    return JSON.stringify(value) ?? 'null';
  } catch {
    return `!${refusal}`;
  }
}

/** The finished form of a package's JavaScript. */
export const finished = (source) => withCheckedValues(source) + HELPERS;

/**
 * Each plain value is checked before the first text is copied, which would stay behind. What a function takes is read in the
 * comment that wasm-bindgen writes over it.
 */
function withCheckedValues(source) {
  const checked = source.replace(/^\/\*\*\n((?: \*.*\n)+) \*\/\n(?:export )?function \w+\(.*\) \{\n/gm, (head, comment) => {
    const parameters = [...comment.matchAll(/@param \{(string|boolean)(\b[^}]*)\} (?:\[(\w+)\]|(\w+))/g)];
    const checks = parameters.map(([, kind, more, optional, name = optional]) => {
      return `    requireKind(${name}, '${name}', '${kind}', ${/null|undefined/.test(more)});\n`;
    });
    return head + checks.join('');
  });
  if (checked === source) throw unlike('@param');
  return checked;
}

const unlike = (what) => new Error(`wasm-bindgen's JavaScript has another form than scripts/lib/glue.mjs knows: no ${what}.`);
