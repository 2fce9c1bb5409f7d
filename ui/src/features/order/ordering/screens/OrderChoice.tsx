import parcel from '~/assets/boxes/parcel.svg';
import store from '~/assets/store.svg';
import { PageTitle } from '~/components/layout/PageTitle';
import { Illustration } from '~/components/media/Illustration';
import { messagesText } from '~/core';
import { Link } from '~/lib/router/Link';
import { paths } from '~/paths';
import styles from './OrderChoice.module.css';

/** Asks how the next box reaches the customer. */
export default function OrderChoice() {
  const ways = [
    { to: paths.orderBox, title: 'Send it to me', words: messagesText('delivery_terms'), picture: parcel },
    {
      to: paths.orderChosenPickup,
      title: 'I’ll pick it up',
      words: messagesText('pickup_terms'),
      picture: store,
    },
  ];
  return (
    <div className={styles.page}>
      <PageTitle eyebrow="Your next box">How would you like to get it?</PageTitle>
      <ul className={styles.ways}>
        {ways.map(({ to, title, words, picture }) => (
          <li key={to} className={styles.way}>
            <Illustration src={picture} ratio="3 / 2" cover eager />
            <h2>
              <Link to={to} className={styles.link}>
                {title}
              </Link>
            </h2>
            <p>{words}</p>
          </li>
        ))}
      </ul>
    </div>
  );
}
