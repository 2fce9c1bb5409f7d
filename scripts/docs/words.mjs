// Phrases that make a reader stop, with what to write instead.

const RIDDLES = [
  [/\bby what\b/gi, 'say what it depends on'],
  [/(?<!\b(?:all|both|each|most|none|one|some|two) )\bof (?:which|whom)\b/gi, '"whose", or a sentence of its own'],
  [/\bwhat is so\b/gi, '"what is true", "correct"'],
  [/[,;] (?:or )?else\b(?! (?:is|was|has|does|stands))/gi, '"otherwise"'],
  [/\bbut for\b/gi, '"except"'],
  [/\b(?:s?he|hers?|him|his|(?:her|him)self)\b/gi, '"they", "the customer"'],
  [/\bwhere there (?:is|are) (?:no|none)\b/gi, '"if there is no"'],
];

/** The riddles of a text, each with what to write instead. Code in blocks and between back quotes is left out. */
export function riddles(text) {
  const prose = text.replace(/^```[\s\S]*?^```/gm, '').replace(/`[^`]*`/g, '``').replace(/\s+/g, ' ');
  return RIDDLES.flatMap(([pattern, instead]) =>
    [...prose.matchAll(pattern)].map(({ index }) => `… ${prose.slice(Math.max(0, index - 30), index + 30)} … : write ${instead}`),
  );
}
