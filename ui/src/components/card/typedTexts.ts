import type { CardForm } from '~/core';

export type TypedField = keyof CardForm;

/**
 * The texts that the customer typed for a card. They are private, so that neither JSON nor a component's state contains them.
 */
export class TypedTexts {
  #texts: Required<CardForm> = { credit_card_number: '', expiration: '', cvv: '' };
  readonly #inputs = new Map<TypedField, HTMLInputElement>();
  readonly #cleared = new Set<TypedField>();

  read(): Required<CardForm> {
    return { ...this.#texts };
  }

  type(field: TypedField, text: string): void {
    this.#texts = { ...this.#texts, [field]: text };
    this.#cleared.delete(field);
  }

  /** Whether the page has emptied the field and nothing was typed since. Then the customer has not left it out. */
  isCleared(field: TypedField): boolean {
    return this.#cleared.has(field);
  }

  /** Connects the input of a field, and writes into it what was typed before; null disconnects it. */
  attach(field: TypedField, input: HTMLInputElement | null): void {
    if (input === null) this.#inputs.delete(field);
    else {
      this.#inputs.set(field, input);
      input.value = this.#texts[field];
    }
  }

  clear(field: TypedField): void {
    this.type(field, '');
    this.#cleared.add(field);
    const input = this.#inputs.get(field);
    if (input) input.value = '';
  }
}
