import { useAccount } from '~/api/account/record';
import { MemberPage } from '~/components/layout/MemberPage';
import { messagesText, terms } from '~/core';
import { Friends } from '../parts/Friends';
import { InvitationLink } from '../parts/InvitationLink';
import styles from './ReferFriend.module.css';

/** The customer's link for friends, the rewards of both, and the friends who have come by it. */
export default function ReferFriend() {
  const { data: account } = useAccount();
  const percent = terms().referral_percent;
  const days = messagesText('referral_days');
  // The link of an account that is being closed earns nothing.
  if (account && account.closing !== null) {
    return (
      <MemberPage title="Refer a friend">
        <Friends mayInvite={false} />
      </MemberPage>
    );
  }
  return (
    <MemberPage
      title="Refer a friend"
      lead={`Your friend gets ${percent}% off their first box, and you get ${percent}% off one of yours.`}
    >
      <div className={styles.spread}>
        <div>{account ? <InvitationLink code={account.referral_code} /> : null}</div>
        <section aria-labelledby="terms" className={styles.terms}>
          <h2 id="terms">How it works</h2>
          <ol>
            <li>Send your link to a friend who is new here.</li>
            <li>
              When they sign up with it, {percent}% comes off their first box. They can use it for {days}.
            </li>
            <li>
              When they have checked out for the first time, {percent}% comes off your next box. You can use it for{' '}
              {days} from then on.
            </li>
          </ol>
          <p>{messagesText('one_discount')}</p>
        </section>
        {/* This comes last on a phone, because content after a list moves down with each page. */}
        <Friends mayInvite />
      </div>
    </MemberPage>
  );
}
