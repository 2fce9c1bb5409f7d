import type { UseQueryResult } from '@tanstack/react-query';
import type { MaskedCardInfo } from '~/api/schema.gen';
import { TextButton } from '~/components/form/TextButton';
import { cardName } from '~/core';
import { useLocation } from '~/lib/router/hooks';
import { Link } from '~/lib/router/Link';
import { paths } from '~/paths';
import styles from './CardLine.module.css';

/** The card on file on one line, with a link to the page that changes it, which leads back to this screen. */
export function CardLine({
  card,
  hasLink = true,
}: {
  card: Pick<UseQueryResult<MaskedCardInfo | null>, 'data' | 'refetch' | 'isError'>;
  /** False if the screen has its own link to that page. */
  hasLink?: boolean;
}) {
  const { pathname } = useLocation();
  const { data, isError, refetch } = card;
  return (
    <>
      {isError && data === undefined ? (
        <p>
          Your card could not be loaded. <TextButton onClick={() => void refetch()}>Try again</TextButton>
        </p>
      ) : data ? (
        <p>
          {cardName(data)}
          <span className={styles.hint}> ends {data.expiration}</span>
        </p>
      ) : (
        <p>{data === null ? 'No card is on file yet.' : '\u00a0'}</p>
      )}
      {hasLink ? (
        <p>
          <Link to={`${paths.changePayment}?redirectTo=${pathname}`}>
            {data === null ? 'Add payment' : 'Change payment'}
          </Link>
        </p>
      ) : null}
    </>
  );
}
