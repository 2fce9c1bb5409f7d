import type { MaskitoOptions } from '@maskito/core';

const digits = (text: string) => text.replaceAll(/\D/g, '').length;

/** Where the caret stands in `text` after its first `count` digits. */
function afterDigits(text: string, count: number): number {
  if (count === 0) return 0;
  let seen = 0;
  for (const [index, character] of [...text].entries()) {
    if (/\d/.test(character)) seen += 1;
    if (seen === count) return index + 1;
  }
  return text.length;
}

/** Turns one of core's `mask.*` rules into a mask for a field: the rule decides the text, this keeps the caret in its place. */
export function maskOf(rule: (text: string) => string): MaskitoOptions {
  return {
    mask: /^.*$/,
    postprocessors: [
      ({ value, selection }) => {
        const masked = rule(value);
        const place = (position: number) =>
          position >= value.length ? masked.length : afterDigits(masked, digits(value.slice(0, position)));
        return { value: masked, selection: [place(selection[0]), place(selection[1])] };
      },
    ],
  };
}
