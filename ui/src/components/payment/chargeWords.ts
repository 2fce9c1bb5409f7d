import type { NextChargeBody } from '~/api/schema.gen';
import { type ChargeWords, nextChargeWords } from '~/core';
import { cardName } from '~/components/card/cardName';

/** Core's text for a charge. */
export const chargeWords = ({ what, time, amount, card, undecided }: NextChargeBody): ChargeWords =>
  nextChargeWords({ what, time, amount, card: card && cardName(card), undecided });
