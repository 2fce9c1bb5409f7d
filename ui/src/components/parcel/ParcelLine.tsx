import type { Shipment } from '~/api/schema.gen';
import { messagesText, policy, shipmentWhereabouts } from '~/core';
import { momentWords } from '~/lib/time/momentWords';

interface ParcelLineProps {
  shipment: Shipment | null;
  /** Whether it links to the carrier's page. */
  hasLink?: boolean;
}

/** Where a parcel is and when it was seen there; nothing if nobody asks its carrier. */
export default function ParcelLine({ shipment, hasLink = false }: ParcelLineProps) {
  if (!shipment?.parcel) return null;
  const { seen_at, ...parcel } = shipment.parcel;
  return (
    <p>
      {shipmentWhereabouts(parcel)} {seen_at ? <Seen at={seen_at} /> : null}
      {hasLink && parcel.status !== 'unknown' ? (
        <>
          {' '}
          <a href={shipment.tracking_page} target="_blank" rel="noreferrer">
            {messagesText('track')}
            <span className="unseen"> (opens in a new tab)</span>
          </a>
        </>
      ) : null}
    </p>
  );
}

function Seen({ at }: { at: string }) {
  const { day, time } = momentWords(at, 'long', policy().business_zone);
  return (
    <time dateTime={at}>
      {day}, {time} Central Time.
    </time>
  );
}
