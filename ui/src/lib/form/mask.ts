import type { MaskitoOptions, MaskitoPlugin } from '@maskito/core';
import { comesWhole, digits, isCut, type Masking, wholeText } from './reading';

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

/** The text to show after a key has changed `before` to `text`. */
function typedText(masking: Masking, text: string, before: string): string {
  const { mask, keeps } = masking;
  const isMasked = mask(before) === before;
  const masked = mask(text);
  return isMasked && !keeps?.(text) && !isCut(text, masked) ? masked : wholeText(masking, text);
}

/**
 * Builds a field's mask from core's rules. While keys are pressed, the `mask.*` rule decides the text, and the caret stays
 * after the same digit. A text that comes whole is read by the `.read` rule. A text that neither rule can take stays as it
 * is, so that the check refuses it.
 */
export function maskOf(masking: Masking): MaskitoOptions {
  let before = '';
  let isWhole = false;
  let shown: string | null = null;
  const input = (event: Event) => {
    isWhole = comesWhole(event);
  };
  const end = () => {
    isWhole = false;
  };
  const watch: MaskitoPlugin = (element) => {
    // Something may be typed already, or a composition may have begun before.
    before = element.value;
    const begin = (event: Event) => {
      // During a composition the text is not masked yet.
      if ((event as InputEvent).inputType === 'insertCompositionText') return;
      before = element.value;
      isWhole = event.type === 'beforeinput' && comesWhole(event);
    };
    const listeners = [
      ['compositionstart', begin],
      ['compositionend', end],
      ['beforeinput', begin],
      ['input', input],
    ] as const;
    for (const [name, listener] of listeners) element.addEventListener(name, listener);
    return () => {
      for (const [name, listener] of listeners) element.removeEventListener(name, listener);
    };
  };
  return {
    mask: /^.*$/,
    plugins: [watch],
    postprocessors: [
      ({ value, selection }) => {
        if (value === shown) return { value, selection };
        const text = isWhole ? wholeText(masking, value) : typedText(masking, value, before);
        shown = text;
        const place = (position: number) =>
          position >= value.length ? text.length : afterDigits(text, digits(value.slice(0, position)).length);
        return { value: text, selection: [place(selection[0]), place(selection[1])] };
      },
    ],
  };
}
