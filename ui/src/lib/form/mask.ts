import type { MaskitoOptions } from '@maskito/core';

const digits = (text: string) => text.replaceAll(/\D/g, '').length;

/** The caret's position in `text` after its first `count` digits. */
function afterDigits(text: string, count: number): number {
  if (count === 0) return 0;
  let seen = 0;
  for (const [index, character] of [...text].entries()) {
    if (/\d/.test(character)) seen += 1;
    if (seen === count) return index + 1;
  }
  return text.length;
}

/**
 * Makes a field's mask of one of core's `mask.*` rules. The rule decides the text; the mask keeps the caret after the same
 * digit.
 */
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
