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
  <Suspense fallback={<Placeholder label="Loading the calendar" />}>
    <DayQuestion {...props} />
  </Suspense>
);

export const LateStoreQuestion = (props: ComponentProps<typeof StoreQuestion>) => (
  <Suspense fallback={<Placeholder label="Loading the stores" isTall />}>
    <Stores {...props} />
  </Suspense>
);

export const LateCancelOrder = (props: ComponentProps<typeof CancelOrder>) => (
  <Suspense fallback={null}>
    <Cancel {...props} />
  </Suspense>
);

/** Reserves the space of a part while its code loads. */
const Placeholder = ({ label, isTall = false }: { label: string; isTall?: boolean }) => (
  <div className={`${styles.room} ${isTall ? styles.tall : ''}`}>
    <Spinner label={label} />
  </div>
);
