import { brand, normalizePhone } from '~/core';
import styles from './SiteFooter.module.css';

/** The footer: help, the retailer, the small print. */
export function SiteFooter() {
  const { product, retailer, links, support_hours: hours, support_phone: phone, support_email: email } = brand();
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
      title: 'The small print',
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
              <a href={`tel:+1${normalizePhone(phone)}`}>{phone}</a>
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
            </ul>
          </nav>
        ))}
      </div>
    </footer>
  );
}
