import { useAccount } from '~/api/account/record';
import { MemberPage } from '~/components/layout/MemberPage';
import { type ReturnPath, useBack } from '~/components/layout/useBack';
import { messagesText } from '~/core';
import { useLocation } from '~/lib/router/hooks';
import { Link } from '~/lib/router/Link';
import { paths } from '~/paths';
import { requiredNote } from '~/components/form/requiredNote';
import { AccountForm } from '../parts/AccountForm';
import { Password } from '../parts/Password';
import { Privacy } from '../parts/Privacy';
import styles from '../parts/AccountForm.module.css';

/** The navigation state if the customer reviews the account before an order. */
interface Confirmation extends ReturnPath {
  isConfirmation?: boolean;
}

/** The customer's names, sign-in, address, store and stylist (spec B, section 2). */
export default function AccountManagement() {
  const { data: account } = useAccount();
  const back = useBack();
  const { prevPath, isConfirmation = false } = (useLocation().state as Confirmation | null) ?? {};
  if (!account) return null;
  return (
    <MemberPage
      eyebrow={isConfirmation ? 'Before you order' : 'Your account'}
      title={isConfirmation ? 'Is all of this still right?' : 'Account Management'}
      lead={requiredNote}
    >
      <AccountForm
        account={account}
        isConfirmation={isConfirmation}
        next={isConfirmation && prevPath === undefined ? paths.orderBox : back}
        back={back}
      />
      {isConfirmation ? null : (
        <>
          <Password email={account.email} />
          <nav className={styles.section} aria-labelledby="card-and-boxes">
            <h2 id="card-and-boxes">Card and subscription</h2>
            <div className={styles.actions}>
              <Link to={paths.changePayment} state={{ prevPath: paths.accountManagement }}>
                {messagesText('change_payment')}
              </Link>
              <Link to={paths.manageSubscription}>How often boxes come</Link>
            </div>
          </nav>
          <nav className={styles.section} aria-labelledby="boxes-so-far">
            <h2 id="boxes-so-far">Your boxes so far</h2>
            <div className={styles.actions}>
              <Link to={paths.orderHistory}>Orders</Link>
              <Link to={paths.purchaseHistory}>Purchase history</Link>
              <Link to={paths.stylistNotes}>Stylist notes</Link>
            </div>
          </nav>
          <Privacy account={account} />
        </>
      )}
    </MemberPage>
  );
}
