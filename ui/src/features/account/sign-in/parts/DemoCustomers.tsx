import { useStatus } from '~/api/status';
import { Banner } from '~/components/feedback/Banner';
import { Button } from '~/components/form/Button';
import styles from './DemoCustomers.module.css';

/** Lists the demo customers. The server names none outside demo mode, or if cards cannot be typed into the page. */
export function DemoCustomers({ onChoose }: { onChoose: (customer: { email: string; password: string }) => void }) {
  const { data: status } = useStatus();
  if (!status?.demo || status.demo.customers.length === 0) return null;
  return (
    <Banner>
      <p className="eyebrow">Demonstration</p>
      <ul className={styles.customers}>
        {status.demo.customers.map((customer) => (
          <li key={customer.email} className={styles.customer}>
            <p>
              <strong>{customer.email}</strong>, password <strong>{customer.password}</strong>
              <span className={styles.about}>{customer.about}</span>
            </p>
            <Button variant="quiet" onClick={() => onChoose(customer)} aria-label={`Fill in ${customer.email}`}>
              Fill in
            </Button>
          </li>
        ))}
      </ul>
    </Banner>
  );
}
