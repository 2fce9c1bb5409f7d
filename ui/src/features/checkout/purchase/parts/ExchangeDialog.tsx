import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { LineItem } from '~/api/order/orders';
import { Dialog } from '~/components/feedback/Dialog';
import { Spinner } from '~/components/feedback/Spinner';
import { Button } from '~/components/form/Button';
import { ChoiceCards } from '~/components/form/ChoiceCards';
import { messagesText } from '~/core';
import { exchangeSizesQuery } from '../api';

interface ExchangeDialogProps {
  item: LineItem;
  size: string | null;
  onSize: (size: string) => void;
  onReturn: () => void;
  onClose: () => void;
}

/** Offers the sizes in stock. If there are none, offers to return the item. */
export function ExchangeDialog({ item, size, onSize, onReturn, onClose }: ExchangeDialogProps) {
  const { data: sizes, isFetching, isError, refetch } = useQuery(exchangeSizesQuery(item.id));
  const [chosen, setChosen] = useState(size);
  // A size that has sold out since is no longer offered, so it is not picked.
  const picked = chosen !== null && sizes?.includes(chosen) ? chosen : null;
  return (
    <Dialog isOpen onClose={onClose} title="Exchange it">
      <p>
        {item.description}, yours is {item.size}
      </p>
      {sizes === undefined && isFetching ? <Spinner label="Looking for sizes" /> : null}
      {sizes === undefined && isError && !isFetching ? (
        <>
          <p role="alert">We can’t look up the sizes right now.</p>
          <Button onClick={() => void refetch()}>Try again</Button>
          <Button variant="quiet" onClick={onReturn}>
            Return it instead
          </Button>
        </>
      ) : null}
      {sizes && sizes.length > 0 ? (
        <>
          <ChoiceCards
            legend="Your new size"
            compact
            choices={sizes.map((value) => ({ value, label: value }))}
            value={picked}
            onChange={setChosen}
          />
          <Button missing={picked ? [] : ['a size']} onClick={() => picked && onSize(picked)}>
            Exchange for this size
          </Button>
        </>
      ) : null}
      {sizes?.length === 0 ? (
        <>
          <p role="status">{messagesText('no_exchange_sizes')}</p>
          <Button onClick={onReturn}>Return it instead</Button>
        </>
      ) : null}
    </Dialog>
  );
}
