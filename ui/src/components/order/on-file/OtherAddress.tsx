import { useMutation, useQueryClient } from '@tanstack/react-query';
import { accountQuery } from '~/api/account/record';
import { api } from '~/api/client';
import type { Account, ShippingAddress } from '~/api/schema.gen';
import { showSuccess } from '~/components/feedback/Toaster';
import { AddressForm } from '~/components/account/address/AddressForm';
import {
  addressNames,
  addressOnFile,
  addressRefusals,
  type TypedAddress,
} from '~/components/account/address/typedAddress';
import { addressChanged, messagesText } from '~/core';
import { addressDraft } from './addressDraft';

const refusals = (error: unknown) => addressRefusals(error, addressNames.line_1);

interface OtherAddressProps {
  account: Account;
  address: ShippingAddress | null;
  onClose: () => void;
}

/** The form that adds an address or changes the present one. */
export default function OtherAddress({ account, address, onClose }: OtherAddressProps) {
  const client = useQueryClient();
  const save = useMutation({
    mutationFn: (shipping_address: TypedAddress) =>
      address
        ? api.patch('/shipping_addresses/{id}', { path: { id: address.id }, body: { shipping_address } })
        : api.post('/shipping_addresses', { body: { shipping_address } }),
    onSuccess: () => client.invalidateQueries({ queryKey: accountQuery.queryKey }),
  });
  return (
    <AddressForm
      start={addressOnFile(address)}
      draft={addressDraft}
      refusals={refusals}
      note={address === null || address.is_primary ? messagesText('later_boxes_too') : null}
      saveLabel={address ? 'Save this address' : 'Add this address'}
      onSave={async (typed) => {
        const name = address?.name ?? `${account.first_name} ${account.last_name}`;
        const primary = address && { ...addressOnFile(address), name };
        if (addressChanged({ primary, candidate: { ...typed, name } })) {
          await save.mutateAsync(typed);
          showSuccess(messagesText('changes_saved'));
        }
        onClose();
      }}
      cancel={address ? { label: 'Leave it as is', onCancel: onClose } : null}
    />
  );
}
