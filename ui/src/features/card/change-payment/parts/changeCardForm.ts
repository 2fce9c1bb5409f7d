import { primaryAddress } from '~/api/account/record';
import { customerAddress, holderAddress } from '~/api/account/postalAddress';
import type { Account, CardholderBody, OtherCard } from '~/api/schema.gen';
import {
  type CardChanges,
  type CardRules,
  type SentCard,
  type SentCardholder,
  untouchedCard,
} from '~/components/card/enteredCard';
import { cardholderFields, holderNames } from '~/components/card/cardFields';
import { typedAddress, underNames } from '~/components/account/address/typedAddress';
import { cardChangeBillingValidate, cardChangeValidate, maskPhone, phoneDialed, type Type } from '~/core';
import { declareDraft } from '~/lib/draft/draft';
import { now } from '~/lib/time/clock';

/** The form's values. For the card's fields it has only the numbers of their changes. */
export interface ChangeCardValues {
  cardholder: SentCardholder;
  card_info: CardChanges;
  /** The frequency of boxes; null if the form does not ask for it. */
  subscription_type: Type | null;
}

/** The draft has the cardholder and the frequency, and nothing of the card. */
export const changeCardDraft = declareDraft<ChangeCardValues>({
  name: 'change of card',
  lifetime: 'customer',
  fields: [...cardholderFields, 'subscription_type'],
});

/** The initial values: the cardholder of the card on file, otherwise the customer at their primary address. */
export function knownHolder(
  account: Account,
  holder: CardholderBody | null,
  subscription_type: Type | null,
): ChangeCardValues {
  const address = primaryAddress(account);
  const onFile = address && customerAddress(address);
  return {
    cardholder: {
      name: holder?.name ?? `${account.first_name} ${account.last_name}`,
      ...underNames(
        typedAddress(holder ? holderAddress(holder) : onFile, {
          postal_code: account.registration_postal_code,
          phone: maskPhone(holder?.phone ?? address?.shipping_phone ?? account.phone),
        }),
        holderNames,
      ),
    },
    card_info: untouchedCard,
    subscription_type,
  };
}

export const changeCardRules: CardRules<ChangeCardValues> = {
  typed: ({ cardholder }, card) => cardChangeValidate({ cardholder, card_info: card, now: now() }),
  withoutCard: ({ cardholder }) => cardChangeBillingValidate({ cardholder }),
  changesCard: true,
};

/** The cardholder as it is sent: digits without the masks' characters (spec B, section 5). */
export const holderOf = ({ cardholder }: ChangeCardValues): SentCardholder => ({
  ...cardholder,
  phone: phoneDialed(cardholder.phone),
});

/** The body to send. The first box is ordered only if the page has told the customer so. */
export const otherCard = (
  card: SentCard,
  cardholder: SentCardholder,
  { subscription_type }: ChangeCardValues,
  consentVersion: string,
  ordersFirstBox: boolean,
): OtherCard => ({
  ...card,
  cardholder,
  consent_version: consentVersion,
  order_first_box: ordersFirstBox,
  ...(subscription_type === null ? {} : { subscription_type }),
});
