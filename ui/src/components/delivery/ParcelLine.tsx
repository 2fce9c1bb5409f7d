import type { Shipment } from '~/api/schema.gen';
import { messagesText, policy, shipmentWhereabouts } from '~/core';
import { momentWords } from '~/lib/time/momentWords';

interface ParcelLineProps {
  shipment: Shipment | null;
  /** Whether to link to the carrier's page. */
  hasLink?: boolean;
}

/** Where a parcel is and when it was seen there, in core's words. Empty if the shipment is not tracked. */
export function ParcelLine({ shipment, hasLink = false }: ParcelLineProps) {
  const parcel = shipment?.parcel;
  if (!parcel) return null;
  const { before, after } = shipmentWhereabouts(parcel);
  return (
    <p>
      {before}
      {after !== null && parcel.seen_at ? (
        <>
          {' '}
          <Moment at={parcel.seen_at} /> {after}
        </>
      ) : null}
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

function Moment({ at }: { at: string }) {
  const { day, time } = momentWords(at, 'long', policy().business_zone);
  return (
    <time dateTime={at}>
      {day}, {time}
    </time>
  );
}
