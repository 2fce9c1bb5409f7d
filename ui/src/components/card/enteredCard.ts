import type { ReactNode } from 'react';
import type { CardForm, CardholderForm, Issue } from '~/core';

/**
 * How often each field of a card was changed. A form holds these counts instead of the texts, so that neither its values nor
 * its draft contain a card number.
 */
export type CardChanges = Record<keyof CardForm, number>;

export const untouchedCard: CardChanges = { credit_card_number: 0, expiration: 0, cvv: 0 };

export type CardFieldName = `card_info.${keyof CardForm}`;

/** What is sent for the cardholder: each field, even if it is empty. */
export type SentCardholder = Required<CardholderForm>;

/** What is sent for a card: the typed fields, or the payment method that the gateway made of them. */
export type SentCard = { card_info: Required<CardForm> } | { payment_method: string };

/** The rules of a form with a card. `withoutCard` is used if the gateway's own fields check the card. */
export interface CardRules<Form> {
  typed: (form: Form, card: Required<CardForm>) => Issue[];
  withoutCard: (form: Form) => Issue[];
  /** Whether the card replaces another one. That form has its own message for an expired card. */
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

/** A card that the customer enters. Forms never see the entered texts. */
export interface EnteredCard {
  /** The issues of a form with this card. */
  validate: <Form>(rules: CardRules<Form>, form: Form) => Issue[];
  /**
   * Makes what is sent for the card of this cardholder. While nothing is changed, it stays the same card for the gateway too.
   * Rejects with a `CardNotMade` if the gateway does not accept the card, and with an `ApiError` if the gateway is
   * unavailable.
   */
  send: (holder: SentCardholder) => Promise<SentCard>;
  /**
   * Saves the card with `attempt`, which sends it. If the bank wants the cardholder to confirm the card first, lets them do
   * so and saves it again; rejects with the bank's error if they do not confirm. `refused`: the error with which the card was
   * already refused after a code.
   */
  save: <Saved>(attempt: () => Promise<Saved>, refused?: unknown) => Promise<Saved>;
  /**
   * Empties the security code after a refusal, or all fields. After `fields`, a payment method that the gateway has made can
   * still be sent, because it waits for a code.
   */
  forget: (part: 'security code' | 'fields' | 'all') => void;
  /** The fields. */
  fields: (bind: (name: CardFieldName) => CardFieldBinding) => ReactNode;
}

/** The gateway made no payment method of the card. The issues say why, by field. */
export class CardNotMade extends Error {
  override readonly name = 'CardNotMade';

  constructor(readonly issues: Issue[]) {
    super('The gateway made no payment method of the card.');
  }
}
