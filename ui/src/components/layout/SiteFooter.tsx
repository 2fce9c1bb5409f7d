import { Suspense } from 'react';
import { useKnownStatus } from '~/api/status';
import { optionalPart } from '~/components/feedback/latePart';
import { brand } from '~/core';
import { withStyles } from '~/lib/styles';
import { SupportPhone } from './SupportPhone';
import styles from './SiteFooter.module.css';

/** Loaded only if there is something to choose. */
const PrivacyChoices = optionalPart(() => withStyles(import('~/components/account/privacy/PrivacyChoices')));

const smallPrint = 'Fine print';

/** The footer: help, the retailer, the small print. */
export function SiteFooter() {
  const { product, retailer, links, support_hours: hours, support_email: email } = brand();
  const question = useKnownStatus()?.analytics;
  const groups = [
    {
      title: retailer,
      entries: [
        { label: 'Shop', href: links.shop },
        { label: 'Our story', href: links.our_story },
        { label: 'Referrals and rewards', href: links.referrals_and_rewards },
      ],
    },
    {
      title: smallPrint,
      entries: [
        { label: 'Terms', href: links.terms },
        { label: 'Privacy', href: links.privacy },
        { label: 'Accessibility', href: links.accessibility },
      ],
    },
  ];
  return (
    <footer className={styles.footer}>
      <div className={styles.inner}>
        <p className={styles.name}>
          {product} <span className={styles.by}>by {retailer}</span>
        </p>
        <section aria-labelledby="footer-help">
          <h2 id="footer-help" className="eyebrow">
            Help
          </h2>
          <ul className={styles.links}>
            <li>
              <a href={links.faq}>FAQ</a>
            </li>
            <li>
              <a href={links.contact}>Contact us</a>
            </li>
            <li>
              <SupportPhone />
            </li>
            <li>
              <a href={`mailto:${email}`}>{email}</a>
            </li>
          </ul>
          <p className={styles.hours}>{hours}</p>
        </section>
        {groups.map(({ title, entries }) => (
          <nav key={title} aria-label={title}>
            <h2 className="eyebrow">{title}</h2>
            <ul className={styles.links}>
              {entries.map(({ label, href }) => (
                <li key={label}>
                  <a href={href}>{label}</a>
                </li>
              ))}
              {question && title === smallPrint ? (
                <Suspense fallback={null}>
                  <PrivacyChoices version={question.consent_version} className={styles.choices} />
                </Suspense>
              ) : null}
            </ul>
          </nav>
        ))}
      </div>
    </footer>
  );
}
