import type { CardForm } from '~/core';

export type TypedField = keyof CardForm;

/** What was typed of a card. Its fields are private, so that it shows neither in JSON nor among a component's values. */
export class TypedTexts {
  #texts: Required<CardForm> = { credit_card_number: '', expiration: '', cvv: '' };
  readonly #inputs = new Map<TypedField, HTMLInputElement>();

  read(): Required<CardForm> {
    return { ...this.#texts };
  }

  type(field: TypedField, text: string): void {
    this.#texts = { ...this.#texts, [field]: text };
  }

  /** A field that is shown again has what was typed before. */
  attach(field: TypedField, input: HTMLInputElement | null): void {
    if (input === null) this.#inputs.delete(field);
    else {
      this.#inputs.set(field, input);
      input.value = this.#texts[field];
    }
  }

  clear(field: TypedField): void {
    this.type(field, '');
    const input = this.#inputs.get(field);
    if (input) input.value = '';
  }
}
