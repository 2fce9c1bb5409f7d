import { addressNames, type TypedAddress } from '~/components/account/address/typedAddress';
import { declareDraft } from '~/lib/draft/draft';

/** An address that was typed and is not saved yet. */
export const addressDraft = declareDraft<TypedAddress>({
  name: 'order address',
  lifetime: 'customer',
  fields: Object.values(addressNames),
});
