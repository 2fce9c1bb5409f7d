import { holders, type Kept, preparations, typedKey } from './typed';

/**
 * Writes down what is typed, for the reload that follows, but nothing secret: no password, card, code or token. Three things
 * mark a secret, and one is enough: what it is called, the kind of input that it stands in, and that it reads like a card
 * number.
 */
export function keepTyped(): void {
  for (const prepare of preparations) prepare();
  const path = window.location.pathname;
  const secrets = secretsShown();
  const kept: Kept[] = [];
  for (const { holder, read } of holders) {
    const values = Object.entries(read()).filter(([name, value]) => !isSecret(name, value, secrets));
    if (values.length > 0) kept.push({ path, holder, values: Object.fromEntries(values) });
  }
  if (kept.length > 0) sessionStorage.setItem(typedKey, JSON.stringify(kept));
}

/** Parts of the names of secrets. A gift card's number is money. */
const secretNames = /password|card[ _]?(info|number)|gift[ _]?card|expiration|cvv|cvc|token|secret|(^|[._])pin$/i;

/** A code may unlock something, unless it is that of a place. */
const codes = /code/i;
const placeCodes = /(postal|zip)_?code/i;

/** The digits of a card number, however they are grouped. */
const cardNumber = /(\d[ -]?){13,}/;

/** Inputs that hold secrets, also while the customer has a password shown. */
const secretInputs = [
  '[type="password"]',
  '[autocomplete~="current-password"]',
  '[autocomplete~="new-password"]',
  '[autocomplete~="one-time-code"]',
  '[autocomplete*="cc-number"]',
  '[autocomplete*="cc-exp"]',
  '[autocomplete*="cc-csc"]',
].join();

/** What stands in such an input is kept under no name, whatever a form calls it. */
function secretsShown(): Set<string> {
  const inputs = document.querySelectorAll<HTMLInputElement>(secretInputs);
  return new Set([...inputs].map(({ value }) => value).filter((value) => value !== ''));
}

function isSecret(name: string, value: unknown, secrets: Set<string>): boolean {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  const isNamedSo = secretNames.test(name) || (codes.test(name) && !placeCodes.test(name));
  return isNamedSo || secrets.has(text) || cardNumber.test(text);
}
