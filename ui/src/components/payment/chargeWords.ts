import type { NextChargeBody } from '~/api/schema.gen';
import { cardName, type ChargeWords, nextChargeWords } from '~/core';

/** Core's text for a charge. */
export const chargeWords = ({ what, time, amount, card, undecided }: NextChargeBody): ChargeWords =>
  nextChargeWords({ what, time, amount, card: card && cardName(card), undecided });
