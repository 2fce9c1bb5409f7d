import { Fragment } from 'react';
import type { PostalAddress } from '~/api/postalAddress';
import { addressLines } from '~/core';

/** An address on one line, as a sentence or a button says it. */
export const addressLine = (address: PostalAddress): string => addressLines(address).join(', ');

/** An address with every line, as core has them. `name`: who lives there, above them. */
export const AddressText = ({ address, name }: { address: PostalAddress; name?: string }) =>
  [...(name ? [name] : []), ...addressLines(address)].map((line, index) => (
    <Fragment key={line}>
      {index === 0 ? null : <br />}
      {line}
    </Fragment>
  ));
