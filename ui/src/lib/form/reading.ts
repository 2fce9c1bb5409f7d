import {
  digitsRead,
  expirationRead,
  maskCardNumber,
  maskExpiration,
  maskPhone,
  maskPhoneDashed,
  maskZip,
  phoneRead,
  zipRead,
} from '~/core';

/** One of core's `.read` rules: what a text means, or null. */
export type Reading = (text: string) => string | null;

/** How a field's digits are formatted while keys are pressed, and how its text is read if it comes whole. */
export interface Masking {
  mask: (text: string) => string;
  read: Reading;
  /** Whether a typed text is left as it is, because the mask would change its meaning. */
  keeps?: (text: string) => boolean;
}

const wholeInputTypes = new Set(['insertFromPaste', 'insertFromDrop', 'insertReplacementText']);

/**
 * Whether a text comes whole: pasted, dropped, or filled in. If a browser or a script fills a field in, the event has no
 * input type.
 */
export const comesWhole = (event: Event): boolean => {
  const { inputType } = event as Partial<InputEvent>;
  return !inputType || wholeInputTypes.has(inputType);
};

/** What a text means. A text that cannot be read is returned as it came, and the check then says what is wrong. */
export const readOr = (read: Reading, text: string): string => read(text) ?? text;

export const digits = (text: string): string => text.replaceAll(/\D/g, '');

/**
 * Whether the mask has cut off digits at the end: the rest could be another valid text. Digits that it leaves out in front
 * have no meaning.
 */
export const isCut = (text: string, masked: string): boolean => !digits(text).endsWith(digits(masked));

/**
 * The text to show for a text that came whole: what it means, masked unless the mask would cut digits off. A text that cannot
 * be read stays as it came.
 */
export function wholeText({ mask, read }: Masking, text: string): string {
  const meant = read(text);
  if (meant === null) return text;
  const masked = mask(meant);
  return isCut(meant, masked) ? meant : masked;
}

export const cardNumber: Masking = { mask: maskCardNumber, read: digitsRead };

/** A month of one digit is known by the separator behind it, which the mask would take away. */
const isMonth = (text: string) => text.length === 2 && expirationRead(`${text}00`) !== null;

export const expiration: Masking = { mask: maskExpiration, read: expirationRead, keeps: isMonth };

export const zip: Masking = { mask: maskZip, read: zipRead };

/** The number of another country is not formatted as one of the United States. */
const isAbroad = (text: string) => /^\s*[+＋]/.test(text);

export const phone: Masking = { mask: maskPhone, read: phoneRead, keeps: isAbroad };

export const dashedPhone: Masking = { ...phone, mask: maskPhoneDashed };
