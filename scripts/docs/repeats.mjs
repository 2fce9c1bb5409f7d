// Doc comments in Rust that say nothing which the name, the type and the enclosing item do not say already.

/** Words that add nothing to a name. */
const LITTLE = new Set(
  ('a an the this that these those it its itself they their them one all every each some any there here ' +
    'who whom whose which what when where why how if whether ' +
    'is are was were be been has have had of in at by for to with on from and or as').split(' '),
);

/** What makes utoipa or clap print the comments of an item and of its fields. */
const PRINTING = /\b(?:ToSchema|IntoParams|IntoResponses|Args|Parser|Subcommand|ValueEnum)\b|\butoipa::path\b/;
/** What encloses items whose comments a macro hands to utoipa (`word_enum!`), to clap (a flag in `choice!`) or to the list of rules. */
const DESCRIBING = /^(?:word_enum!|words!|choice!|"--|rules!)/;

const DOC = /^\s*\/\/\/ ?(.*)$/;
const COMMENT = /^\s*\/\//;

/** The doc comments of a Rust source that only repeat names, each with its line. */
export function repeats(source) {
  const lines = source.split('\n');
  const found = [];
  for (let start = 0; start < lines.length; start += 1) {
    if (!DOC.test(lines[start]) || DOC.test(lines[start - 1] ?? '')) continue;
    const end = lines.findIndex((line, at) => at > start && !DOC.test(line));
    const comment = lines.slice(start, end).map((line) => DOC.exec(line)[1]).join(' ').trim();
    const { attributes, item } = itemAt(lines, end);
    const around = enclosing(lines, start);
    const outer = around[0]?.item ?? '';
    const isPrinted = PRINTING.test([attributes, ...around.map((other) => other.attributes)].join(' ')) || DESCRIBING.test(outer);
    if (!isPrinted && saysNothing(comment, `${item} ${outer}`)) found.push(`${start + 1}: ${comment}`);
  }
  return found;
}

/** The first line of the item at a line, and the attributes before it. */
function itemAt(lines, line) {
  let at = line;
  let attributes = '';
  let open = 0;
  while (at < lines.length && (open > 0 || /^\s*#\[/.test(lines[at]) || COMMENT.test(lines[at]))) {
    if (!COMMENT.test(lines[at])) {
      attributes += lines[at];
      open += count(lines[at], /[([]/g) - count(lines[at], /[)\]]/g);
    }
    at += 1;
  }
  return { attributes, item: (lines[at] ?? '').trim() };
}

/** The items around a line, the innermost first. The code is formatted, so its indentation shows what is around it. */
function enclosing(lines, line) {
  const indent = indentOf(lines[line]);
  if (indent === 0) return [];
  let at = line - 1;
  while (at >= 0 && (lines[at].trim() === '' || indentOf(lines[at]) >= indent || /^\s*[)\]}>]/.test(lines[at]))) at -= 1;
  if (at < 0) return [];
  let first = at;
  while (first > 0 && !/^\s*$|[;{}]$/.test(lines[first - 1])) first -= 1;
  const attributes = lines.slice(first, at).filter((text) => !COMMENT.test(text)).join(' ');
  return [{ attributes, item: lines[at].trim() }, ...enclosing(lines, at)];
}

const indentOf = (line) => /^\s*/.exec(line)[0].length;
const count = (text, pattern) => text.match(pattern)?.length ?? 0;

/** Whether each word of the comment is a little word, or stands in the code in another form. */
function saysNothing(comment, code) {
  const said = new Set(wordsOf(code.replaceAll(/"[^"]*"/g, '')));
  return wordsOf(comment).every((word) => said.has(word));
}

/** The words of a text in their basic form, without little words. `OrderRow` and `order_rows` are two words each. */
const wordsOf = (text) =>
  (text.replaceAll(/(?<=[A-Za-z])'s?\b/g, '').match(/[A-Z]?[a-z]+|[A-Z]+(?![a-z])|\d+/g) ?? [])
    .map((word) => word.toLowerCase())
    .filter((word) => !LITTLE.has(word))
    .map(basic);

/** `addresses` → `address`; `used`, `use` → `us`. */
const basic = (word) => word.replace(/ies$/, 'y').replace(/(?<=[a-z]{2})(?:ing|ed|(?<=[sxh])es|(?<!s)s|e)$/, '');
