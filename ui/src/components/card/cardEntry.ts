import type { ReactNode } from 'react';
import type { CardholderBody } from '~/api/schema.gen';
import type { CardForm, Issue } from '~/core';

/**
 * How often each field of a card was changed. A form holds this in place of what was typed, so that neither its values nor
 * its draft ever have a card number.
 */
export type CardChanges = Record<keyof CardForm, number>;

export const untouchedCard: CardChanges = { credit_card_number: 0, expiration: 0, cvv: 0 };

export type CardFieldName = `card_info.${keyof CardForm}`;

/** What is sent for a card: what was typed, or the payment method that the gateway made of it. */
export type SentCard = { card_info: Required<CardForm> } | { payment_method: string };

/** The rules of a form with a card: with the card, and without it if the gateway's own fields check it. */
export interface CardRules<Form> {
  typed: (form: Form, card: Required<CardForm>) => Issue[];
  withoutCard: (form: Form) => Issue[];
  /** Whether the card takes the place of another one. Of a card that has ended, that form says so in its own words. */
  changesCard: boolean;
}

/** Binds a field of the card to its form. */
export interface CardFieldBinding {
  id: string;
  name: CardFieldName;
  message: string | undefined;
  /** Called when the customer has changed the field. */
  onChanged: () => void;
  /** Called when the customer leaves the field. */
  onLeft: () => void;
}

/** A card that the customer enters. What is entered stays in here; forms see none of it. */
export interface EnteredCard {
  /** The issues of a form with this card. */
  validate: <Form>(rules: CardRules<Form>, form: Form) => Issue[];
  /**
   * What is sent for a card of this cardholder. While nothing is changed it is the same card, also for the gateway. Rejects with a
   * `CardNotMade` if the gateway does not take the card, and with an `ApiError` if the gateway cannot be worked with.
   */
  send: (holder: CardholderBody) => Promise<SentCard>;
  /**
   * Saves the card by `attempt`, which sends it. If the bank wants the cardholder to confirm it first, lets them do so and saves it again;
   * rejects with the bank's wish if they do not. `refused`: what the card was refused with already, after a code.
   */
  save: <Saved>(attempt: () => Promise<Saved>, refused?: unknown) => Promise<Saved>;
  /**
   * Empties the security code after a refusal, or all fields. Of `fields`, a card that the gateway has made already can still be sent:
   * it waits for a code.
   */
  forget: (part: 'security code' | 'fields' | 'all') => void;
  /** The fields. */
  fields: (bind: (name: CardFieldName) => CardFieldBinding) => ReactNode;
}

/** The gateway's own fields make no payment method of the card. The issues say why, by field. */
export class CardNotMade extends Error {
  override readonly name = 'CardNotMade';

  constructor(readonly issues: Issue[]) {
    super('The gateway made no payment method of the card.');
  }
}
