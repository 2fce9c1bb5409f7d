import type { UseQueryResult } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import type { Order } from '~/api/orders';
import { addressOnFile } from '~/api/placeOrder';
import { textOf } from '~/api/style/pickupPlan';
import { fieldsOf } from '~/api/style/quizPlan';
import type { useAnswers } from '~/api/style/answers';
import type { Question, Questionnaire } from '~/api/style/questionnaire';
import type { Account, MaskedCardInfo } from '~/api/schema.gen';
import { themeBoxRef } from '~/api/themeBoxes';
import { addressLine, storeAddress } from '~/components/account/address/AddressText';
import { Spinner } from '~/components/feedback/Spinner';
import { Button } from '~/components/form/Button';
import { ErrorSummary } from '~/components/form/ErrorSummary';
import { PageTitle } from '~/components/layout/PageTitle';
import { AddressBlock, boxAddress, unsavedAddress } from '~/components/order/on-file/AddressBlock';
import { CardWarning } from '~/components/order/on-file/CardWarning';
import { PaymentBlock } from '~/components/order/on-file/PaymentBlock';
import { isSubscribing } from '~/components/order/ordering/frequency';
import { type Choices, choicesDraft, newOrderScope, untouched } from '~/components/order/ordering/orderDraft';
import {
  deliveryOrderReadiness,
  type Flow,
  type Holidays,
  maskPhoneDashed,
  messagesText,
  type Missing,
  orderFormQuestions,
  pickupOrderReadiness,
  stylingFeeAmount,
  subscriptionAskedWithBox,
  subscriptionChange,
} from '~/core';
import { useDraftState } from '~/lib/draft/useDraft';
import { dateWords } from '~/lib/time/dateWords';
import { recall } from '~/lib/memory';
import { paths } from '~/paths';
import { AlongFromHistory } from './AlongFromHistory';
import { knownAfter, knownWith, noteIssues } from './choices';
import { FrequencyQuestion } from './FrequencyQuestion';
import spread from '~/components/layout/FormSpread.module.css';
import styles from './OrderForm.module.css';
import { MissingAnswers } from './MissingAnswers';
import { NoteQuestion } from './NoteQuestion';
import { OrderSummary } from './OrderSummary';
import { PhoneQuestion } from './PhoneQuestion';
import { ProfileAnswers } from './ProfileAnswers';
import { ThemeChoice } from './ThemeChoice';
import { useSendOrder } from './useSendOrder';
import { useOrderDay } from './useOrderDay';
import { useOrderStore } from './useOrderStore';
import { buttonOf, labelOf, lead, namedParts, partId, titleOf, withName } from './words';

export const loadDayQuestion = async () => ({
  default: (await import('~/components/calendar/OpenDayQuestion')).OpenDayQuestion,
});
export const loadStoreQuestion = async () => ({
  default: (await import('~/components/delivery/stores/StoreQuestion')).StoreQuestion,
});

/** The calendar and the list of stores are large, and the rest of the form can be used without them. */
const OpenDayQuestion = lazy(loadDayQuestion);
const StoreQuestion = lazy(loadStoreQuestion);

/** Only who changes an order can cancel it. */
const CancelOrder = lazy(async () => ({
  default: (await import('~/components/order/ordering/CancelOrder')).CancelOrder,
}));

interface OrderFormProps {
  flow: Flow;
  /** Null for a new order. */
  order: Order | null;
  /** Whether this customer has never had an order. */
  isFirst: boolean;
  account: Account;
  card: Pick<UseQueryResult<MaskedCardInfo | null>, 'data' | 'refetch' | 'isError'>;
  answers: ReturnType<typeof useAnswers>;
  questionnaire: Questionnaire['questions'];
  holidays: Holidays;
  onDone: (isDone: boolean) => void;
}

/** The form of an order, on one page with a summary. Core says what is still missing. */
export function OrderForm(props: OrderFormProps) {
  const { flow, order, isFirst, account, card, answers, questionnaire, holidays, onDone } = props;
  const navigate = useNavigate();
  const picksUp = flow === 'pickup';
  const scope = order?.id ?? newOrderScope(flow);
  const [choices, setChoices] = useDraftState<Choices>(choicesDraft, untouched, { scope });
  const { responses, settle, refused: refusedAnswers } = answers;
  const [hasAnswered, setAnswered] = useState(false);
  const { send, busy, refused, forgive, summary } = useSendOrder({
    order,
    scope,
    known: choices.known,
    onChangedTwice: (latest) => setChoices({ ...choices, known: knownAfter(choices.known, latest) }),
    settle: async () => {
      await settle();
      return hasAnswered;
    },
    onDone,
  });
  const [wasPressed, setWasPressed] = useState(false);
  const [isAddressOpen, setAddressOpen] = useState(false);
  const [faults, setFaults] = useState<Readonly<Record<string, string>>>({});
  const change = (part: string, changed: Partial<Choices>) => {
    const known = order && knownWith(choices.known, order, changed);
    setChoices({ ...choices, ...changed, known });
    forgive(part);
  };

  const pickup = useOrderStore(choices.store, order ?? account);
  const store = picksUp ? pickup.store : null;
  const day = useOrderDay({ flow, order, store, holidays, chosen: choices.date });
  const { asOf, storeDays, ownDay, date } = day;

  const asksFrequency =
    !picksUp &&
    subscriptionAskedWithBox({ subscription_type: account.subscription_type, has_current_order: order !== null });
  const frequency = choices.frequency ?? account.subscription_type;
  const firstTheme = recall('selectedThemebox') ?? (isFirst ? textOf(responses[themeBoxRef]) : null);
  const theme = (choices.theme ?? (order ? order.themebox : firstTheme)) || null;
  const note = choices.note ?? order?.on_demand_customer_msg ?? '';
  const phone = choices.phone ?? maskPhoneDashed(order?.phone ?? account.phone ?? '');

  const address = boxAddress(account, order);
  const expiration = card.data === undefined ? account.cc_expiration : (card.data?.expiration ?? null);
  const form = {
    card: expiration === null ? null : { expiration },
    ship_by_date: date,
    responses,
    now: asOf,
    holidays,
  };
  const { missing: found } = picksUp
    ? pickupOrderReadiness({ ...form, store: store?.name ?? null, phone, store_days: storeDays })
    : deliveryOrderReadiness({ ...form, shipping_address: addressOnFile(address) });
  const missing = found.filter((part) => part !== 'ship_by_date' || date === null || day.isAsked(date));

  // An answered question stays on the page. One that turns out to be open later comes too.
  const [asked, setAsked] = useState<readonly Missing[]>(missing);
  const isNew = missing.some((part) => !asked.includes(part));
  if (isNew) setAsked([...new Set([...asked, ...missing])]);
  // Answers that are being changed stay where they are, even while one is empty.
  const [opened, setOpened] = useState<readonly string[]>([]);
  const needed: readonly string[] = orderFormQuestions({ flow });
  const fields = questionnaire.questions.flatMap(fieldsOf).filter(({ ref }) => needed.includes(ref));
  const isAsked = ({ ref }: Question) => asked.includes(ref as Missing) && !opened.includes(ref);
  const questions = fields.filter(isAsked);
  const answered = fields.filter((field) => !isAsked(field));
  const issues = noteIssues(note);
  const isFrequencyOpen = asksFrequency && frequency === null;
  const isOpen = (part: string) => missing.includes(part as Missing) || faults[part] !== undefined;

  /** What blocks the button, in the order in which it stands on the page. */
  const open = [
    ...namedParts.slice(0, 2).filter(isOpen).map(withName),
    ...(isFrequencyOpen ? [{ part: 'frequency', name: 'how often boxes come' }] : []),
    ...fields.filter(({ ref }) => isOpen(ref)).map(({ ref, title }) => ({ part: ref, name: title })),
    ...(issues.length > 0 ? [{ part: 'note', name: 'a shorter note' }] : []),
    ...namedParts.slice(2).filter(isOpen).map(withName),
    ...(isAddressOpen && !isOpen('shipping_address') ? [{ part: 'shipping_address', name: unsavedAddress }] : []),
  ];
  const messageOf = (part: Missing) =>
    refused[part] ?? (wasPressed && missing.includes(part) ? messagesText(part) : undefined);

  const asking = {
    answers: {
      ...answers,
      answer: (...given: Parameters<typeof answers.answer>) => {
        setAnswered(true);
        answers.answer(...given);
      },
      change: (...changed: Parameters<typeof answers.change>) => {
        setAnswered(true);
        answers.change(...changed);
      },
    },
    messageOf: (ref: string) => refusedAnswers[ref] ?? messageOf(ref as Missing),
    onFault: (ref: string, message: string | null) =>
      setFaults((known) => {
        const others = Object.entries(known).filter(([other]) => other !== ref);
        return Object.fromEntries(message === null ? others : [...others, [ref, message]]);
      }),
  };

  const fee = stylingFeeAmount({
    first_timer: account.first_timer,
    styling_fee_override_code: account.styling_fee_override_code,
    subscription_type: frequency,
    now: asOf,
  });

  const submit = () => {
    if (date === null) return;
    if (day.hasClosed()) {
      focusPart('ship_by_date');
      return;
    }
    const box = {
      flow,
      date,
      frequency: asksFrequency ? frequency : null,
      theme,
      note,
      storeId: store?.id ?? null,
      // An order whose phone nobody touched keeps it.
      phone: order?.phone && choices.phone === null ? null : phone,
    };
    const pickedUp =
      store && day.shown !== null
        ? ` Pick it up on ${dateWords(day.shown)}: ${store.name}, ${addressLine(storeAddress(store))}.`
        : '';
    const { subscription_type: from, styling_fee_override_code } = account;
    // The $1 toast of 2020, as where the subscription is managed (spec B, section 4).
    const aboutFee =
      asksFrequency && from !== null && frequency !== null
        ? subscriptionChange({ from, to: frequency, styling_fee_override_code, now: asOf })
        : null;
    const placed = messagesText(order ? 'changes_saved' : 'order_placed') + pickedUp;
    void send(box, aboutFee === null ? [placed] : [placed, aboutFee]);
  };

  const faultsOfServer = Object.entries(refused).map(([part, message]) => ({
    id: partId(part),
    label: labelOf(part) ?? fields.find(({ ref }) => ref === part)?.title ?? part,
    message,
  }));
  return (
    <div className={spread.spread}>
      {/* What is typed while the order is being sent would be lost. */}
      <div className={`${spread.main} ${spread.ruled}`} inert={busy}>
        <PageTitle
          eyebrow={order ? `Box ${order.code}` : picksUp ? 'At a store near you' : 'Sent to your door'}
          lead={order ? 'You can change it until styling begins.' : lead[flow]}
        >
          {titleOf(flow, order?.id ?? null)}
        </PageTitle>
        <ErrorSummary faults={faultsOfServer} {...summary} />
        {picksUp ? (
          <div id={partId('store')} tabIndex={-1} className={spread.part}>
            <Suspense fallback={<Room label="Loading the stores" isTall />}>
              <StoreQuestion
                questions={questionnaire.delivery_questions}
                pickup={pickup}
                onChange={(label) => change('store', { store: pickup.idOf(label) })}
                message={messageOf('store')}
                instead={<Link to={paths.orderBox}>Order a box that is sent to you</Link>}
              />
            </Suspense>
          </div>
        ) : null}
        <div className={spread.part}>
          <Suspense fallback={<Room label="Loading the calendar" />}>
            <OpenDayQuestion
              id={partId('ship_by_date')}
              title={picksUp ? 'The day you pick it up' : 'The day your box arrives'}
              meaning={picksUp ? 'Your box waits for you on' : 'Your box arrives on'}
              {...{ flow, asOf, holidays, storeDays, ownDay }}
              stored={day.stored}
              value={day.shown}
              onChange={(chosen) => change('ship_by_date', { date: chosen })}
              message={messageOf('ship_by_date')}
            />
          </Suspense>
          <CardWarning expiration={expiration} date={day.shown} now={asOf} />
        </div>
        {asksFrequency ? (
          <FrequencyQuestion
            account={account}
            value={frequency}
            onChange={(value) => change('frequency', { frequency: value })}
            message={refused['frequency'] ?? (wasPressed && isFrequencyOpen ? messagesText('required') : undefined)}
          />
        ) : null}
        <ThemeChoice
          value={theme}
          onChange={(chosen) => change('themebox', { theme: chosen ?? '' })}
          message={refused['themebox']}
        />
        {questions.length > 0 ? (
          <MissingAnswers title="What we still need to know" questions={questions} {...asking} />
        ) : null}
        <ProfileAnswers
          questions={answered}
          isOpen={opened.length > 0 || answered.some(({ ref }) => asking.messageOf(ref) !== undefined)}
          onOpen={() => setOpened(answered.map(({ ref }) => ref))}
          {...asking}
        />
        <NoteQuestion
          value={note}
          onChange={(text) => change('note', { note: text })}
          message={refused['note'] ?? issues[0]?.message}
        >
          {order === null ? <AlongFromHistory /> : null}
        </NoteQuestion>
        {picksUp ? (
          <PhoneQuestion
            // Another tab's phone shows unless this one is touched.
            key={order?.phone ?? ''}
            start={phone}
            onChange={(typed) => change('phone', { phone: typed })}
            message={messageOf('phone')}
          />
        ) : (
          <AddressBlock
            id={partId('shipping_address')}
            title="Where it goes"
            account={account}
            address={address}
            message={messageOf('shipping_address')}
            onOpenChange={setAddressOpen}
          />
        )}
        <PaymentBlock card={card} message={messageOf('card') ?? messageOf('card_expiry')} />
      </div>
      <OrderSummary
        {...{ flow, store, theme, fee, address, asksFrequency }}
        onChange={focusPart}
        date={day.shown}
        frequency={picksUp ? null : frequency}
        card={card.data}
      />
      <div className={spread.send}>
        <div className={spread.actions}>
          <Button
            missing={open.map(({ name }) => name)}
            onBlocked={() => {
              setWasPressed(true);
              focusPart(open[0]?.part);
            }}
            busy={busy}
            busyLabel="One moment..."
            onClick={submit}
          >
            {buttonOf(flow, order !== null, asksFrequency && isSubscribing(account.subscription_type, frequency))}
          </Button>
          {order ? (
            <Suspense fallback={null}>
              <CancelOrder order={order} onCancelled={() => void navigate(paths.dashboard)} />
            </Suspense>
          ) : null}
          <Link to={paths.dashboard}>Back</Link>
        </div>
      </div>
    </div>
  );
}

function focusPart(part = ''): void {
  const place = document.getElementById(partId(part));
  place?.focus({ preventScroll: true });
  place?.scrollIntoView({ block: 'center' });
}

/** Keeps the room of a part while its code loads. */
const Room = ({ label, isTall = false }: { label: string; isTall?: boolean }) => (
  <div className={`${styles.room} ${isTall ? styles.tall : ''}`}>
    <Spinner label={label} />
  </div>
);
