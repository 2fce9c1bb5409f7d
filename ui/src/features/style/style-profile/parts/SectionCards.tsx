import type { Questionnaire } from '~/api/style/questionnaire';
import { Link } from '~/lib/router/Link';
import { paths } from '~/paths';
import { sections } from '../sections';
import { Ring } from '~/components/media/Ring';
import styles from './SectionCards.module.css';

/** A card for each section, which shows how complete it is and links to its questions (spec B, section 2). */
export function SectionCards({ stats }: { stats: NonNullable<Questionnaire['stats']> }) {
  return (
    <section className={styles.sections} aria-labelledby="sections">
      <h2 id="sections">What we know about your style</h2>
      <ul className={styles.cards}>
        {sections().map(({ id, title, lead, card }) => {
          if (card === null) return null;
          const { completion_percentage: percentage } = stats[card];
          return (
            <li key={id}>
              <Link to={paths.editProfile(id)} className={styles.card}>
                <Ring percentage={percentage} />
                <span className={styles.title}>{title}</span>
                <span className={styles.lead}>{lead}</span>
                <span className={styles.state}>{percentage === 100 ? 'Complete' : `${percentage}% complete`}</span>
              </Link>
            </li>
          );
        })}
      </ul>
      {sections().map(({ id, title, lead, card }) =>
        card === null ? (
          <p key={id}>
            <Link to={paths.editProfile(id)}>{title}</Link>: {lead}
          </p>
        ) : null,
      )}
    </section>
  );
}
