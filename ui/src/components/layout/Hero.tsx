import type { ReactNode } from 'react';
import { ButtonLink } from '~/components/form/ButtonLink';
import { Link } from '~/lib/router/Link';
import { paths } from '~/paths';
import styles from './Hero.module.css';
import { PageTitle } from './PageTitle';

interface HeroProps {
  eyebrow: string;
  title: ReactNode;
  lead: ReactNode;
  /** The words of the button that leads to registration. */
  start: string;
  picture: ReactNode;
  /** Taller, with a larger title. */
  large?: boolean;
}

/** The head of a page that visitors land on: what the service is, and how to start. */
export const Hero = ({ eyebrow, title, lead, start, picture, large = false }: HeroProps) => (
  <section className={styles.hero} data-large={large}>
    <div className={styles.words}>
      <PageTitle eyebrow={eyebrow} lead={<p>{lead}</p>}>
        {title}
      </PageTitle>
      <div className={styles.start}>
        <ButtonLink to={paths.register}>{start}</ButtonLink>
        <p className={styles.member}>
          Already a member? <Link to={paths.login}>Sign in</Link>
        </p>
      </div>
    </div>
    <div className={styles.picture}>{picture}</div>
  </section>
);
