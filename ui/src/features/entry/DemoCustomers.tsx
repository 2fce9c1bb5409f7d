import { useStatus } from '~/api/status';
import { Banner } from '~/components/Banner';
import { Button } from '~/components/Button';
import styles from './DemoCustomers.module.css';

/** In demo mode: who can be tried out, and how. The service says who; outside demo mode it names nobody. */
export function DemoCustomers({ onChoose }: { onChoose: (customer: { email: string; password: string }) => void }) {
  const { data: status } = useStatus();
  if (!status?.demo) return null;
  const customers = status.demo.customers;
  return (
    <Banner>
      <p className="eyebrow">Demonstration</p>
      {customers.length === 0 ? (
        <p>Nothing here is real. How to sign in is printed where the server was started.</p>
      ) : (
        <ul className={styles.customers}>
          {customers.map((customer) => (
            <li key={customer.email} className={styles.customer}>
              <p>
                <strong>{customer.email}</strong>, password <strong>{customer.password}</strong>
                {customer.about ? <span className={styles.about}>{customer.about}</span> : null}
              </p>
              <Button variant="quiet" onClick={() => onChoose(customer)} aria-label={`Fill in ${customer.email}`}>
                Fill in
              </Button>
            </li>
          ))}
        </ul>
      )}
    </Banner>
  );
}
