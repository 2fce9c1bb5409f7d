// Finds every text that people read, in core, the page, the emails, `ops` and the server, with its place. `just trace --texts` lists
// them, to check that each is true wherever it shows. Nothing is compiled. A value that is put into a text shows as {…}.
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { root } from '../lib/paths.mjs';
import { Refusal } from '../lib/steps.mjs';

/** The sources of texts: who speaks, the folder and files with their texts, and files that are left out. */
const SPEAKERS = [
  { who: 'core', folder: 'core/src', ends: ['.rs'], read: textsOfRust, leaves: /^(bin|rules)\// },
  { who: 'page', folder: 'ui/src', ends: ['.ts', '.tsx'], read: textsOfPage, leaves: /\.(test|gen)\.tsx?$/ },
  { who: 'page', folder: 'server/data', ends: ['questionnaire.json', 'theme_boxes.json'], read: textsOfData },
  { who: 'emails', folder: 'server/src/service/mail', ends: ['.rs'], read: textsOfRust },
  { who: 'emails', folder: 'server/src/service/subscription', ends: ['next_box.rs'], read: textsOfRust },
  { who: 'emails', folder: 'server/src/service/style/compose', ends: ['words.rs'], read: textsOfRust },
  { who: 'emails', folder: 'server/templates', ends: ['.html', '.txt'], read: textsOfTemplate },
  { who: 'ops', folder: 'server/src/ops', ends: ['.rs'], read: (source) => [...textsOfRust(source), ...helpOf(source)] },
  // The refusals of commands are in the code that carries them out.
  { who: 'ops', folder: 'server/src', ends: ['.rs'], read: (source) => refusalsIn(source, 'StaffError'), leaves: /^(ops|store)\// },
  // Refusals with more exact words than core's.
  { who: 'server', folder: 'server/src', ends: ['.rs'], read: (source) => refusalsIn(source, 'AppError'), leaves: /^(ops|store)\// },
];

/** The speakers that a command line can name. */
export const SPEAKER_NAMES = [...new Set(SPEAKERS.map(({ who }) => who))];

/** All texts: `{who, place, text}`, the place as `path:line`. */
export function allTexts() {
  const seen = new Set();
  return SPEAKERS.flatMap(({ who, folder, ends, read, leaves }) =>
    filesUnder(folder, ends)
      .filter((name) => !leaves?.test(name))
      .flatMap((name) => {
        const path = `${folder}/${name}`;
        return read(readFileSync(join(root, path), 'utf8'), path).map(({ line, text }) => ({ who, place: `${path}:${line}`, text }));
      })
      .filter(({ place, text }) => {
        const key = `${place} ${text}`;
        return !seen.has(key) && seen.add(key);
      }),
  );
}

function filesUnder(folder, ends) {
  if (!existsSync(join(root, folder))) return [];
  return readdirSync(join(root, folder), { recursive: true })
    .map((name) => name.replaceAll('\\', '/'))
    .filter((name) => ends.some((end) => name.endsWith(end)))
    .sort();
}

/** Whether a string is for people: several words, or one with a capital letter. Codes, paths, classes, SQL and formats are not. */
export function isText(text) {
  const said = text.trim();
  if (!/[A-Za-z]{2}/.test(said)) return false;
  if (/^(SELECT|INSERT|UPDATE|DELETE|ALTER|CREATE|WITH|FROM|ORDER BY|AND|WHERE)\b/.test(said)) return false;
  // A content security policy, a media type, a list of classes or headers.
  if (/^[\w-]+(\/|:|;|=)[^ ]/.test(said) && !/[.!?]$/.test(said)) return false;
  const words = said.split(/\s+/);
  return words.length > 1 ? /[A-Za-z]{2,} .*[A-Za-z]|[A-Za-z].* [A-Za-z]{2,}|[A-Za-z] ?\{…\}|\{…\} ?[A-Za-z]/.test(said) : /^[A-Z][a-z’']+[.!?:…]?$/.test(said);
}

const lineAt = (source, index) => source.slice(0, index).split('\n').length;

// Rust

const RUST_PARTS = /\/\/[^\n]*|\/\*[^]*?\*\/|b?r(#*)"([^]*?)"\1|b?"((?:\\[^]|[^"\\])*)"|'(?:\\[^']+|[^'\\])'/g;
/** The code before a literal that only developers read. */
const FOR_DEVELOPERS = /(?:tracing::\w+!\(|\b(?:info|warn|error|debug|trace|assert|assert_eq|unreachable|include_str|concat_idents)!\(|unexpected\(|InputError::new\(|StoreError::corrupt\(|\.expect\(|serde\([^)]*|cfg_attr\([^)]*|deprecated\([^)]*|step\()[^;"]*$/;

/** The texts of a Rust source, without its tests. */
export function textsOfRust(source) {
  const end = source.search(/#\[cfg\(test\)\]\s*mod \w+ \{/);
  const code = end < 0 ? source : source.slice(0, end);
  return [...code.matchAll(RUST_PARTS)].flatMap((found) => {
    const raw = found[2] ?? found[3];
    if (raw === undefined || found[0].startsWith('b')) return [];
    const before = code.slice(Math.max(0, found.index - 200), found.index).replace(/"(?:\\[^]|[^"\\])*"/g, '""');
    if (FOR_DEVELOPERS.test(before.slice(before.lastIndexOf(';') + 1))) return [];
    const text = saidInRust(raw);
    return isText(text) ? [{ line: lineAt(code, found.index), text }] : [];
  });
}

/** A literal as people read it: with joined lines, and {…} for values. */
const saidInRust = (raw) =>
  raw
    .replace(/\\\n\s*/g, '')
    .replace(/\\n/g, ' ')
    .replace(/\\(["'\\])/g, '$1')
    .replace(/\\u\{(\w+)\}/g, (_, code) => String.fromCodePoint(Number.parseInt(code, 16)))
    .replace(/\{\{|\}\}|\{\w*(?::[^{}]*)?\}/g, (found) => ({ '{{': '{', '}}': '}' })[found] ?? '{…}')
    .replace(/\s+/g, ' ')
    .trim();

/** The help of a command: the doc comments in its enum or struct. */
export function helpOf(source) {
  const texts = [];
  let [line, said] = [0, []];
  source.split('\n').forEach((row, index) => {
    const [, words] = /^ {4,}\/\/\/ ?(.*)$/.exec(row) ?? [];
    if (words !== undefined) {
      if (said.length === 0) line = index + 1;
      said.push(words);
    } else if (said.length > 0) {
      texts.push({ line, text: said.join(' ') });
      said = [];
    }
  });
  return texts;
}

/** The texts of refusals: `StaffError` for staff, `AppError` for customers. */
export function refusalsIn(source, error) {
  const found = [...source.matchAll(new RegExp(`${error}::refused\\(`, 'g'))];
  const ranges = found.map(({ index }) => [index, index + source.slice(index).search(/\)\)?[;,]?\n|\)\)\?/)]);
  return textsOfRust(source).filter(({ line }) => ranges.some(([from, to]) => line >= lineAt(source, from) && line <= lineAt(source, Math.max(from, to))));
}

// The page

/** Properties and attributes whose value is for the browser, not for people. */
const FOR_BROWSERS = /^(className|class|to|href|src|id|key|type|variant|path|role|name|htmlFor|autoComplete|inputMode|rel|target|ratio|method|kind|size|length|media|as|form|slot|style|sizes|srcSet|mode|scope|queryKey|headers)$/;

/** The texts of a screen, a part or another source of the page. */
export function textsOfPage(source, path = 'a.tsx') {
  const { parseSync } = swc();
  // Spans are in bytes and go on counting from file to file. The `;` marks where this source begins.
  const program = parseSync(`;${source}`, { syntax: 'typescript', tsx: path.endsWith('x'), target: 'es2022' });
  const bytes = Buffer.from(`;${source}`);
  const start = program.span.start;
  const lineOf = ({ span }) => bytes.subarray(0, span.start - start).toString().split('\n').length;
  const texts = [];
  const add = (node, text) => {
    const said = text.replace(/\s+/g, ' ').trim();
    if (isText(said)) texts.push({ line: lineOf(node), text: said });
  };
  visit(program, add);
  return texts;
}

let parser;
function swc() {
  const home = join(root, 'ui', 'package.json');
  try {
    parser ??= createRequire(home)('@swc/core');
  } catch {
    throw new Refusal('The texts of the page are read with its own packages: npm --prefix ui ci');
  }
  return parser;
}

/** Calls `add` for each text below a node of the syntax tree. */
function visit(node, add) {
  if (Array.isArray(node)) {
    node.forEach((each) => visit(each, add));
    return;
  }
  if (node === null || typeof node !== 'object') return;
  const reader = READERS[node.type];
  if (reader) reader(node, add);
  else visitChildren(node, add);
}

function visitChildren(node, add) {
  for (const [name, value] of Object.entries(node)) if (name !== 'span' && value !== null && typeof value === 'object') visit(value, add);
}

const nothing = () => {};

const READERS = {
  ImportDeclaration: nothing,
  ExportAllDeclaration: nothing,
  TsLiteralType: nothing,
  TsTypeAliasDeclaration: nothing,
  TsInterfaceDeclaration: nothing,
  StringLiteral: (node, add) => add(node, node.value),
  TemplateLiteral(node, add) {
    add(node, node.quasis.map(({ cooked, raw }) => cooked ?? raw).join('{…}'));
    visit(node.expressions, add);
  },
  JSXAttribute(node, add) {
    if (!FOR_BROWSERS.test(node.name.value ?? '') || (node.name.value === 'name' && /[A-Z ]/.test(node.value?.value ?? ''))) visit(node.value, add);
  },
  KeyValueProperty(node, add) {
    if (!FOR_BROWSERS.test(node.key.value ?? '')) visit(node.value, add);
  },
  // A string that a value is compared with is a code.
  BinaryExpression(node, add) {
    for (const side of [node.left, node.right]) if (!(/^[!=]==?$/.test(node.operator) && side.type === 'StringLiteral')) visit(side, add);
  },
  CallExpression(node, add) {
    visit(node.callee, add);
    visit(node.arguments, add);
  },
  NewExpression(node, add) {
    if (!(node.callee.value ?? '').endsWith('Error') || node.callee.value === 'ApiError') visitChildren(node, add);
  },
  JSXElement: readElement,
  JSXFragment: readElement,
};

/** An element with text of its own is one text, together with the elements inside it. Attributes and expressions are read separately. */
function readElement(node, add) {
  const ownText = node.children.some((child) => child.type === 'JSXText' && /[A-Za-z]/.test(child.value));
  if (ownText) add(node, wordsOf(node));
  const inside = (element) => {
    if (element.opening) visit(element.opening.attributes, add);
    for (const child of element.children) {
      if (child.type === 'JSXElement' || child.type === 'JSXFragment') {
        if (ownText) inside(child);
        else visit(child, add);
      } else if (child.type !== 'JSXText') visit(child, add);
    }
  };
  inside(node);
}

/** The words of an element and of those inside it. As in JSX, a line break between words is a space, and one next to a tag is nothing. */
function wordsOf({ children }) {
  return children
    .map((child) => {
      if (child.type === 'JSXText') return child.value.replace(/^\s*\n\s*|\s*\n\s*$/g, '').replace(/\s*\n\s*/g, ' ');
      if (child.type === 'JSXElement' || child.type === 'JSXFragment') return wordsOf(child) || '{…}';
      if (child.type !== 'JSXExpressionContainer' || child.expression.type === 'JSXEmptyExpression') return '';
      return child.expression.type === 'StringLiteral' ? child.expression.value : '{…}';
    })
    .join('');
}

// Data and templates

/** The texts of the questionnaire and the theme boxes. */
export function textsOfData(source) {
  const texts = [];
  for (const found of source.matchAll(/"(title|description|label|placeholder|text)": "((?:\\.|[^"\\])*)"/g)) {
    const text = JSON.parse(`"${found[2]}"`);
    if (/[A-Za-z]{2}/.test(text)) texts.push({ line: lineAt(source, found.index), text });
  }
  return texts;
}

/** The texts of an HTML template. */
export function textsOfTemplate(source) {
  const bare = source.replace(/<style[^]*?<\/style>|<!--[^]*?-->|\{%[^]*?%\}|\{#[^]*?#\}/g, (found) => found.replace(/[^\n]/g, ' '));
  return [...bare.matchAll(/>([^<]+)</g)].flatMap((found) => {
    const text = found[1].replace(/\{\{[^}]*\}\}/g, '{…}').replace(/\s+/g, ' ').trim();
    return isText(text) ? [{ line: lineAt(bare, found.index), text }] : [];
  });
}
