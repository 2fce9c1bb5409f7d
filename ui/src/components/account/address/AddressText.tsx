import { Fragment } from 'react';
import type { PostalAddress } from '~/api/account/postalAddress';
import { addressLines } from '~/core';

/** An address on one line, for a sentence or a button. */
export const addressLine = (address: PostalAddress): string => addressLines(address).join(', ');

/** An address on several lines, as core splits it, below the resident's `name`. */
export const AddressText = ({ address, name }: { address: PostalAddress; name?: string }) =>
  [...(name ? [name] : []), ...addressLines(address)].map((line, index) => (
    <Fragment key={line}>
      {index === 0 ? null : <br />}
      {line}
    </Fragment>
  ));
