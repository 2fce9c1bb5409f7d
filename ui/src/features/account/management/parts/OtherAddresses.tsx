import { useRef } from 'react';
import { whyFailed } from '~/api/errors';
import type { Account, ShippingAddress } from '~/api/schema.gen';
import { customerAddress } from '~/api/account/postalAddress';
import { addressLine, AddressText } from '~/components/account/address/AddressText';
import { showSuccess } from '~/components/feedback/Toaster';
import { Button } from '~/components/form/Button';
import { AddressOffer } from '~/components/account/address/suggestion/AddressOffer';
import { focusHeading } from '~/lib/focusHeading';
import { useDeleteAddress, useMakeMainAddress } from '../api';
import styles from './OtherAddresses.module.css';

interface OtherAddressesProps {
  account: Account;
  /** Whether the main address is being changed in the form. Then another one must not replace it while the customer types. */
  isMainChanged: boolean;
  /** Called before the address with this id becomes the main one. */
  onMakeMain: (id: string) => void;
}

/**
 * The addresses on file other than the main one. Each can become the main one, or be deleted, because their number is
 * limited.
 */
export function OtherAddresses({ account, isMainChanged, onMakeMain }: OtherAddressesProps) {
  const title = useRef<HTMLHeadingElement>(null);
  const others = account.shipping_addresses.filter(({ is_primary }) => !is_primary);
  if (others.length === 0) return null;
  const announceDeleted = () => {
    showSuccess('The address is deleted.');
    // The pressed button disappears, and with the last address the list does too.
    if (others.length > 1) title.current?.focus();
    else focusHeading({ scrolls: true });
  };
  const announceMain = (address: ShippingAddress) => {
    showSuccess(`Your main address is now ${addressLine(customerAddress(address))}.`);
    // The pressed button disappears. The list stays, because the former main address is in it.
    title.current?.focus();
  };
  return (
    <div className={styles.others}>
      <h3 id="other-addresses" ref={title} tabIndex={-1}>
        Other addresses
      </h3>
      <p>
        Your next boxes go to your main address. A box that you ordered to one of these still goes there, whatever your
        main address is.
      </p>
      <ul className={styles.list} aria-labelledby="other-addresses">
        {others.map((address) => (
          <li key={address.id}>
            <OtherAddress
              address={address}
              isMainChanged={isMainChanged}
              onMakeMain={onMakeMain}
              onMain={announceMain}
              onDeleted={announceDeleted}
            />
            <AddressOffer address={address} />
          </li>
        ))}
      </ul>
    </div>
  );
}

interface OtherAddressProps extends Omit<OtherAddressesProps, 'account'> {
  address: ShippingAddress;
  onMain: (address: ShippingAddress) => void;
  onDeleted: () => void;
}

const unsavedMain = ['your change of the address above: save it, or take it back'];

function OtherAddress({ address, isMainChanged, onMakeMain, onMain, onDeleted }: OtherAddressProps) {
  const remove = useDeleteAddress();
  const makeMain = useMakeMainAddress();
  const isBusy = remove.isPending || makeMain.isPending;
  const { id, name } = address;
  const line = addressLine(customerAddress(address));
  return (
    <div className={styles.other}>
      <address className={styles.address}>
        <AddressText name={name} address={customerAddress(address)} />
      </address>
      <div className={styles.actions}>
        <Button
          variant="quiet"
          aria-label={`Make this my main address: ${line}`}
          missing={isMainChanged ? unsavedMain : []}
          busy={isBusy}
          busyLabel={makeMain.isPending ? 'One moment...' : undefined}
          failure={whyFailed(makeMain.error)}
          onClick={() => {
            onMakeMain(id);
            makeMain.mutate(id, { onSuccess: onMain });
          }}
        >
          Make this my main address
        </Button>
        <Button
          variant="quiet"
          aria-label={`Delete ${line}`}
          busy={isBusy}
          busyLabel={remove.isPending ? 'One moment...' : undefined}
          failure={whyFailed(remove.error)}
          onClick={() => remove.mutate(id, { onSuccess: onDeleted })}
        >
          Delete
        </Button>
      </div>
    </div>
  );
}
