import { useQuery } from '@tanstack/react-query';
import { statsQuery } from '~/api/style/profileStats';
import { Ring } from '~/components/media/Ring';
import { styleProfileSections } from '~/core';
import { paths } from '~/paths';
import { failureOf, ShortTile } from './ShortTile';
import styles from './ShortTiles.module.css';

/** How complete the sections of the style profile are. */
export function StyleProfileTile({ saysFailures }: { saysFailures: boolean }) {
  const complete = useQuery(statsQuery);
  const failed = failureOf(complete, saysFailures, 'how complete it is');
  const stats = complete.data;
  return (
    <ShortTile
      to={paths.styleProfile}
      title="Style profile"
      words="Tell us what you love, a little every day."
      below={failed}
    >
      {failed ? null : (
        <span className={styles.rings}>
          {styleProfileSections().map(({ id, title, card }) =>
            card === null ? null : (
              <span key={id} className={styles.ring}>
                {stats ? <Ring percentage={stats[card].completion_percentage} /> : <span className={styles.room} />}
                <span>
                  {title}
                  {stats ? <span className="unseen">: {stats[card].completion_percentage}% complete</span> : null}
                </span>
              </span>
            ),
          )}
        </span>
      )}
    </ShortTile>
  );
}
