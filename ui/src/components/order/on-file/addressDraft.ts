import { type Address, addressFields } from '~/components/form/plainAddress';
import { declareDraft } from '~/lib/draft/draft';

/** An address that is typed, and not saved yet. */
export const addressDraft = declareDraft<Address>({
  name: 'order address',
  lifetime: 'customer',
  fields: addressFields,
});
