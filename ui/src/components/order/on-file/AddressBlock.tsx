import { Suspense, useLayoutEffect, useState } from 'react';
import { primaryAddress } from '~/api/account/record';
import type { Order } from '~/api/order/orders';
import type { Account, ShippingAddress } from '~/api/schema.gen';
import { customerAddress } from '~/api/account/postalAddress';
import { AddressText } from '~/components/account/address/AddressText';
import { Spinner } from '~/components/feedback/Spinner';
import { latePart } from '~/components/feedback/latePart';
import { Button } from '~/components/form/Button';
import { useFormFocus } from '~/components/form/useOpenForm';
import { FieldMessage } from '~/components/form/FieldMessage';
import { AddressOffer } from '~/components/account/address/suggestion/AddressOffer';
import { keptDraft } from '~/lib/draft/store';
import { useLocation } from '~/lib/router/hooks';
import { Link } from '~/lib/router/Link';
import { paths } from '~/paths';
import { addressDraft } from './addressDraft';
import styles from './onFile.module.css';
import parts from '~/components/form/Question.module.css';

/** Loaded on demand: most boxes go to the same address as the last one. */
const OtherAddress = latePart(() => import('./OtherAddress'));

/** The name of the open address form in a button's list of what is still needed. */
export const unsavedAddress = 'your new address: save it, or leave it as it is';

/** The box's address: the order's, even if it is not on file any more; otherwise the customer's primary address. */
export function boxAddress(account: Account, order: Order | null): ShippingAddress | null {
  const chosen = order && account.shipping_addresses.find(({ id }) => id === order.shipping_address_id);
  // The account has a change earlier than the order does.
  return chosen ?? order?.shipping_address ?? primaryAddress(account);
}

interface AddressBlockProps {
  id: string;
  /** `Where it goes`. */
  title: string;
  account: Account;
  address: ShippingAddress | null;
  message?: string | undefined;
  /** Called when the form of another address opens or closes. */
  onOpenChange: (isOpen: boolean) => void;
}

/** The address that boxes go to, and a form to change it. */
export function AddressBlock({ id, title, account, address, message, onOpenChange }: AddressBlockProps) {
  // If a draft is kept from before a reload, the form opens with it.
  const [isOpen, setOpen] = useState(() => address === null || keptDraft(addressDraft) !== null);
  const { title: heading, form, opened, closed } = useFormFocus();
  const show = (next: boolean) => {
    setOpen(next);
    if (next) opened();
    else closed();
  };
  const { pathname } = useLocation();
  // Before the paint, so that the form's button never offers to send without the address that is being typed.
  useLayoutEffect(() => onOpenChange(isOpen), [isOpen, onOpenChange]);
  return (
    <section
      id={id}
      tabIndex={-1}
      className={parts.question}
      aria-labelledby="address-title"
      aria-describedby="address-message"
    >
      <div>
        <h2 id="address-title" ref={heading} tabIndex={-1} className={parts.title}>
          {title}
        </h2>
        <FieldMessage id="address-message">{message}</FieldMessage>
      </div>
      {isOpen ? (
        <Suspense fallback={<Spinner label="Loading the form" />}>
          <div ref={form}>
            <OtherAddress account={account} address={address} onClose={() => show(false)} />
          </div>
        </Suspense>
      ) : address ? (
        <>
          <address className={styles.address}>
            <AddressText name={address.name} address={customerAddress(address)} />
          </address>
          <AddressOffer address={address} />
          <div className={styles.actions}>
            <Button variant="quiet" onClick={() => show(true)}>
              Change address
            </Button>
            <Link to={paths.accountManagement} state={{ prevPath: pathname, isConfirmation: true }}>
              Review all your details
            </Link>
          </div>
        </>
      ) : null}
    </section>
  );
}
