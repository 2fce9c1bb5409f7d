import type { ReactNode } from 'react';
import styles from './MemberPage.module.css';
import { PageTitle } from './PageTitle';

interface MemberPageProps {
  eyebrow?: ReactNode;
  title: ReactNode;
  lead?: ReactNode;
  children?: ReactNode;
}

/** A screen of the members' area. Its heading shows from the first render on, and below it whatever has loaded. */
export const MemberPage = ({ eyebrow, title, lead, children }: MemberPageProps) => (
  <div className={styles.page}>
    <PageTitle eyebrow={eyebrow} lead={lead}>
      {title}
    </PageTitle>
    {children}
  </div>
);
