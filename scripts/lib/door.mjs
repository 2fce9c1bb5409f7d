// The door to the rules: a module that is generated from the package's declarations, with the same functions as wasm-bindgen's
// module. wasm-bindgen's functions take one text each and return an error. The door's take values of their declared types, and throw.

/** A field of a form: its name, and its type, which may be another interface. */
const FIELD = /^ {4}(\w+)(\??): (.+);$/gm;

/**
 * The door's JavaScript. `declarations` is the package's `.d.ts`. `imports` is the code that imports wasm-bindgen's functions as
 * `rules`, and `exportAs` writes an export; both differ between ES modules and CommonJS.
 */
export function doorOf(declarations, { imports, exportAs }) {
  const interfaces = interfacesIn(declarations);
  const functions = declarations.matchAll(/^export function (\w+)\((?:(\w+): (.*))?\): .*;$/gm);
  const forms = new Map();
  const lines = [...functions].map(([, name, parameter, type]) => exportAs(name, wrapperOf(name, parameter, type, { interfaces, forms })));
  return [
    '// Made by scripts/lib/door.mjs.',
    imports,
    ...[answered, textOf, joined, part, text, exact, flag, plainText].map(String),
    ...forms.values(),
    ...lines,
    '',
  ].join('\n');
}

/** The interfaces of the declarations: name → [{name, optional, type}]. */
function interfacesIn(declarations) {
  const found = declarations.matchAll(/^export interface (\w+) \{\n([^]*?)^\}/gm);
  return new Map([...found].map(([, name, body]) => [name, [...body.matchAll(FIELD)].map(([, field, optional, type]) => ({ name: field, optional: optional !== '', type }))]));
}

function wrapperOf(name, parameter, type, context) {
  if (!parameter) return `rules.${name}`;
  return `(${parameter}) => answered(rules.${name}(${argumentOf(parameter, type, context)}))`;
}

/** The argument as code. The parameter's name says how a form is passed: `typed` in core's table means as texts. */
function argumentOf(parameter, type, context) {
  if (/^string\b/.test(type)) return `plainText(${parameter}, '${parameter}'${type === 'string' ? '' : ', true'})`;
  if (parameter === 'typed') return `joined(${parameter}, ${textsOf(type, context)})`;
  return `textOf(${parameter})`;
}

/** The name of a function that joins the texts of a form's fields in their order; it is added to `forms`. */
function textsOf(type, { interfaces, forms }) {
  const name = `textsOf${type}`;
  if (forms.has(name)) return name;
  const texts = interfaces.get(type).map(({ name: field, optional, type: kind }) => {
    if (interfaces.has(kind)) return `${textsOf(kind, { interfaces, forms })}(part(form.${field}))`;
    if (kind === 'boolean') return `flag(form.${field})`;
    return `${optional ? 'text' : 'exact'}(form.${field})`;
  });
  forms.set(name, `const ${name} = (form) => ${texts.join(' + ')};`);
  return name;
}

/**
 * A rule's answer; throws if it is an error. wasm-bindgen's functions return errors, because throwing there takes longer than most rules.
 */
export function answered(answer) {
  if (answer instanceof Error) throw answer;
  return answer;
}

/**
 * A value as JSON text. Throws a plain Error, as a rule does if it refuses.
 *
 * A value of the page may not be JSON, or may be larger than it looks: a list of billions of holes, or an object that contains
 * itself. A getter or a proxy may throw anything.
 */
export function textOf(value) {
  // More values than fit into the largest body that the server accepts.
  let room = 65_536;
  let refusal = 'The value is not JSON.';
  const refuse = (because = refusal) => {
    throw (refusal = because);
  };
  const look = (part, depth) => {
    const type = typeof part;
    if (type === 'number' && !Number.isFinite(part)) refuse('A number must be finite.');
    if (/^(symbol|function|bigint)$/.test(type)) refuse();
    if (type !== 'object' || part === null) return;
    // A Date, for example, would become a text.
    if (typeof part.toJSON === 'function') refuse();
    if (depth === 0) refuse('The value is nested too deeply.');
    const parts = Array.isArray(part) ? part : Object.values(part);
    room -= parts.length;
    if (!(room >= 0)) refuse('The value is too large.');
    for (const inner of parts) look(inner, depth - 1);
  };
  try {
    // The depth that the server accepts.
    look(value, 127);
    return JSON.stringify(value) ?? 'null';
  } catch {
    throw new Error(refusal);
  }
}

/**
 * The texts of a form, joined with a NUL before each: that takes a third of the time of JSON. A malformed form is passed as JSON,
 * and the rule says what is wrong with it.
 */
export function joined(form, textsOf) {
  try {
    return textsOf(part(form));
  } catch {
    return textOf(form);
  }
}

/** An object that has fields. */
export function part(value) {
  if (typeof value !== 'object' || Array.isArray(value)) throw value;
  return value;
}

/** The text of a field; null and undefined are empty. */
export function text(value) {
  return (value ?? null) === null ? '\0' : exact(value);
}

/** The text of a required field. A text with a NUL is refused, because it would read as two texts. */
export function exact(value) {
  if (typeof value !== 'string' || value.includes('\0')) throw value;
  return '\0' + value;
}

/** The text of a field that is true or false. */
export function flag(value) {
  if (typeof value !== 'boolean') throw value;
  return '\0' + value;
}

/** A text; if it is optional, null and undefined are empty. Without this check wasm-bindgen would read other values as texts. */
export function plainText(value, name, optional = false) {
  if (typeof value === 'string') return value;
  if (optional && (value ?? null) === null) return '';
  throw new Error(name + ': expected text');
}
