// Finds citations of the product's description in code: "spec A, sections 5 and 9", "the contract: orders".

const NUMBERS = /\d+(?:(?:, and |, | and )\d+)*/;
const SPECS = new RegExp(`\\bspecs? (A and B|[A-Z])\\b(?:'s)?,? sections? (${NUMBERS.source})?`, 'g');
const CONTRACT = /\bthe contract: (.*?)(?=[)"]|\.(?:\s|$)|$)/gi;

/** A source file as one line, without the markers that begin the lines of its comments. */
export const asOneLine = (source) => source.replace(/\n[ \t]*(?:\/\/[/!]?|\*(?!\/)|#|--)?[ \t]*/g, ' ').replace(/\s+/g, ' ');

/** The sections that a text cites, as `A 5`. A citation without a number has none. */
export function citedSections(text) {
  return [...text.matchAll(SPECS)].flatMap(([words, specs, numbers]) =>
    specs.split(' and ').flatMap((spec) => (numbers?.match(/\d+/g) ?? ['']).map((number) => ({ words, section: `${spec} ${number}`.trim() }))),
  );
}

/** The citations of the contract in a text, each as its words after `the contract:`. */
export const citedOfContract = (text) => [...text.matchAll(CONTRACT)].map(([, words]) => words.trim());

/** The numbers of the sections of a document: its headings `## 5. Validation`. */
export const numberedSections = (document) => [...document.matchAll(/^## (\d+)\. \S/gm)].map(([, number]) => number);

/** The names of the sections of the contract, in lower case. */
export const namedSections = (document) => [...document.matchAll(/^##+ (.+)$/gm)].map(([, name]) => name.toLowerCase());

/**
 * Whether a citation names sections: one or more headings, or rules between back quotes. Words after a colon are not checked.
 */
export function resolves(citation, sections, rules) {
  let rest = citation.toLowerCase();
  const names = [...sections, ...rules.map((rule) => `\`${rule}\``)].sort((one, other) => other.length - one.length);
  for (;;) {
    const name = names.find((each) => rest.startsWith(each) && /^(?:$|[,;:])/.test(rest.slice(each.length)));
    if (name === undefined) return false;
    rest = rest.slice(name.length).replace(/^[,;] ?(?:and )?(?:the contract: )?/, '');
    if (rest === '' || rest.startsWith(':') || rest.startsWith('spec ')) return true;
  }
}
