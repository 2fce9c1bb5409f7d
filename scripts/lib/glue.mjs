// What wasm-bindgen writes beside the WebAssembly, made ready for callers that no compiler has checked.

const HELPERS = `
/** Throws what a rule throws of a field that is no text; without it, something that is none would be read as if it were one. */
function requireText(value, name, optional) {
    if (typeof value === 'string' || (optional && (value === undefined || value === null))) return;
    throw new Error(name + ': expected text');
}

/** Stands for a part of a value that cannot be read. No rule takes it. */
const UNREADABLE = Symbol('unreadable');
`;

/**
 * What the rules ask a value for its parts by, and what they are told where that throws: a getter or a proxy may. If it went on
 * through the frames of the rules, these would never give back what they hold, and in the end nothing would be left.
 */
const QUESTIONS = [
  { question: 'Array.isArray(arg0)', otherwise: 'false' },
  { question: 'Object.entries(arg0)', otherwise: "[['', UNREADABLE]]" },
  { question: 'arg0[arg1 >>> 0]', otherwise: 'UNREADABLE' },
  { question: 'arg0.length', otherwise: '0xffffffff' },
];

/** The finished form of a package's JavaScript. */
export const finished = (source) => withCheckedTexts(QUESTIONS.reduce(withCaught, source)) + HELPERS;

function withCaught(source, { question, otherwise }) {
  const asked = `const ret = ${question};`;
  if (!source.includes(asked)) throw unlike(question);
  return source.replaceAll(asked, `let ret;\n    try { ret = ${question}; } catch { ret = ${otherwise}; }`);
}

/** Each text is checked before the first one is copied, which would stay behind. */
function withCheckedTexts(source) {
  const checked = source.replace(/^((?:export )?function (?!__)\w+\(([^)]*)\) \{\n)([^]*?^\})/gm, (whole, head, parameters, body) => {
    const names = parameters.split(', ');
    const texts = [...body.matchAll(/(isLikeNone\(\w+\) \? 0 : )?passStringToWasm0\((\w+), wasm/g)].filter(([, , name]) => names.includes(name));
    return texts.length === 0 ? whole : head + texts.map(([, optional, name]) => `    requireText(${name}, '${name}', ${Boolean(optional)});\n`).join('') + body;
  });
  if (checked === source) throw unlike('passStringToWasm0');
  return checked;
}

const unlike = (what) => new Error(`wasm-bindgen's JavaScript has another form than scripts/lib/glue.mjs knows: no ${what}.`);
