import { whyFailed } from '~/api/errors';
import { Button } from '~/components/form/Button';
import { brand } from '~/core';
import { useDownloadData } from '../rights';
import styles from './Privacy.module.css';

/** Downloads a copy of all data about the customer as a file. */
export function DownloadData() {
  const download = useDownloadData();
  return (
    <section aria-labelledby="my-data" className={styles.part}>
      <h3 id="my-data">My data</h3>
      <p>
        A file with everything that {brand().retailer} keeps about you: your details, answers, links to your photos,
        boxes, payments and messages. Your card number is not in it, because we never keep it.
      </p>
      <Button
        variant="secondary"
        busy={download.isPending}
        busyLabel="One moment..."
        failure={whyFailed(download.error)}
        onClick={() => download.mutate(`${brand().retailer.toLowerCase()}-my-data.json`)}
      >
        Download my data
      </Button>
    </section>
  );
}
