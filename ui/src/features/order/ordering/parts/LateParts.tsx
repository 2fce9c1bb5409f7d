import { type ComponentProps, Suspense } from 'react';
import type { OpenDayQuestion } from '~/components/calendar/OpenDayQuestion';
import type { StoreQuestion } from '~/components/delivery/stores/StoreQuestion';
import { Spinner } from '~/components/feedback/Spinner';
import { latePart } from '~/components/feedback/latePart';
import type { CancelOrder } from '~/components/order/ordering/CancelOrder';
import styles from './OrderForm.module.css';

export const loadDayQuestion = async () => ({
  default: (await import('~/components/calendar/OpenDayQuestion')).OpenDayQuestion,
});
export const loadStoreQuestion = async () => ({
  default: (await import('~/components/delivery/stores/StoreQuestion')).StoreQuestion,
});

/** Loaded on demand: the calendar and the list of stores are large, and the rest of the form works without them. */
const DayQuestion = latePart(loadDayQuestion);
const Stores = latePart(loadStoreQuestion);

/** Loaded on demand: only an existing order can be canceled. */
const Cancel = latePart(async () => ({
  default: (await import('~/components/order/ordering/CancelOrder')).CancelOrder,
}));

export const LateDayQuestion = (props: ComponentProps<typeof OpenDayQuestion>) => (
  <Suspense fallback={<Placeholder label="Loading the calendar" room={styles.day} />}>
    <DayQuestion {...props} />
  </Suspense>
);

export const LateStoreQuestion = (props: ComponentProps<typeof StoreQuestion>) => (
  <Suspense fallback={<Placeholder label="Loading the stores" room={styles.stores} />}>
    <Stores {...props} />
  </Suspense>
);

export const LateCancelOrder = (props: ComponentProps<typeof CancelOrder>) => (
  <Suspense fallback={null}>
    <Cancel {...props} />
  </Suspense>
);

/** Reserves the space of a part while its code loads. */
const Placeholder = ({ label, room }: { label: string; room: string | undefined }) => (
  <div className={`${styles.room} ${room}`}>
    <Spinner label={label} />
  </div>
);
