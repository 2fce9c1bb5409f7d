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

/** A field whose digits are formatted while keys are pressed, and whose text is read if it comes whole. */
export interface Masking {
  mask: (text: string) => string;
  read: Reading;
  /** Whether a text that keys have made so far is left as it is, because the mask would take away what it means. */
  keeps?: (text: string) => boolean;
}

const wholes = new Set(['insertFromPaste', 'insertFromDrop', 'insertReplacementText']);

/**
 * Whether a text comes whole: pasted, dropped, or filled in. What browsers and scripts fill in comes by an event that does not say
 * which key or action it was.
 */
export const comesWhole = (event: Event): boolean => {
  const { inputType } = event as Partial<InputEvent>;
  return !inputType || wholes.has(inputType);
};

/** What a text means; the text as it came if it reads as nothing: the check says then what is wrong. */
export const readOr = (read: Reading, text: string): string => read(text) ?? text;

export const digits = (text: string): string => text.replaceAll(/\D/g, '');

/** Whether the mask has cut digits off, which could make another valid text. What it leaves out in front has no meaning. */
export const isCut = (text: string, masked: string): boolean => !digits(text).endsWith(digits(masked));

/** A text that came whole: as it reads, in the form of the mask if that leaves all of it; otherwise as it came. */
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
