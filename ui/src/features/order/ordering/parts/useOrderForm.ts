import type { UseQueryResult } from '@tanstack/react-query';
import { useState } from 'react';
import type { Order } from '~/api/order/orders';
import type { Account, MaskedCardInfo } from '~/api/schema.gen';
import type { useAnswers } from '~/api/style/answers';
import { textOf } from '~/api/style/pickupPlan';
import type { Questionnaire } from '~/api/style/questionnaire';
import { themeBoxRef } from '~/api/order/themeBoxes';
import { boxAddress } from '~/components/order/on-file/AddressBlock';
import { type Choices, choicesDraft, newOrderScope, untouched } from '~/components/order/ordering/orderDraft';
import { type Flow, type Holidays, messagesText, type Missing, stylingFeeAmount } from '~/core';
import { useDraftState } from '~/lib/draft/useDraft';
import { recall } from '~/lib/memory';
import { knownAfter, addKnown, noteIssues } from './choices';
import { blockingParts, missingParts, refusedFaults, savedToasts, shownOrder } from './orderModel';
import { useOrderDay } from './useOrderDay';
import { useOrderQuestions } from './useOrderQuestions';
import { useOrderStore } from './useOrderStore';
import { useSendOrder } from './useSendOrder';
import { partId } from './words';

export interface OrderFormProps {
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

/** The state of an order form: what it shows, what is still missing, and how it is sent. */
export function useOrderForm(props: OrderFormProps) {
  const { flow, order, isFirst, account, card, answers, questionnaire, holidays, onDone } = props;
  const scope = order?.id ?? newOrderScope(flow);
  const [choices, setChoices] = useDraftState<Choices>(choicesDraft, untouched, { scope });
  const [wasPressed, setWasPressed] = useState(false);
  const [isAddressBeingTyped, setAddressBeingTyped] = useState(false);
  const { responses } = answers;

  const pickup = useOrderStore(choices.store, order ?? account);
  const store = flow === 'pickup' ? pickup.store : null;
  const day = useOrderDay({ flow, order, store, holidays, chosen: choices.date });
  const { asOf, date } = day;
  const firstTheme = recall('selectedThemebox') ?? (isFirst ? textOf(responses[themeBoxRef()]) : null);
  const shown = shownOrder({ flow, order, account, choices, firstTheme });
  const { asksFrequency, frequency, theme, note, phone } = shown;
  const address = boxAddress(account, order);
  const expiration = card.data === undefined ? account.cc_expiration : (card.data?.expiration ?? null);
  const of = { flow, expiration, date, isDayAsked: day.isAsked, responses, asOf, holidays, store, phone, address };
  const missing = missingParts(of);
  const questions = useOrderQuestions({ flow, questionnaire, answers, missing });
  const { send, busy, refused, forgive, summary } = useSendOrder({
    order,
    scope,
    known: choices.known,
    onChangedTwice: (latest) => setChoices({ ...choices, known: knownAfter(choices.known, latest) }),
    settle: async () => {
      await answers.settle();
      return questions.hasAnswered;
    },
    onDone,
  });

  const issues = noteIssues(note);
  const isFrequencyOpen = asksFrequency && frequency === null;
  const open = blockingParts({
    fields: questions.fields,
    isOpen: (part) => missing.includes(part as Missing) || questions.hasFault(part),
    isFrequencyOpen,
    isNoteTooLong: issues.length > 0,
    isAddressBeingTyped,
  });
  const messageOf = (part: Missing) =>
    refused[part] ?? (wasPressed && missing.includes(part) ? messagesText(part) : undefined);
  const toasts = () => savedToasts({ shown, isChange: order !== null, account, store, date: day.shown, asOf });

  return {
    shown,
    pickup,
    store,
    day,
    address,
    expiration,
    questions,
    busy,
    refused,
    messageOf,
    setAddressBeingTyped,
    change: (part: string, changed: Partial<Choices>) => {
      const known = order && addKnown(choices.known, order, changed);
      setChoices({ ...choices, ...changed, known });
      forgive(part);
    },
    messageOfQuestion: (ref: string) => answers.refused[ref] ?? messageOf(ref as Missing),
    frequencyMessage: refused['frequency'] ?? (wasPressed && isFrequencyOpen ? messagesText('required') : undefined),
    noteMessage: refused['note'] ?? issues[0]?.message,
    fee: stylingFeeAmount({
      first_timer: account.first_timer,
      styling_fee_override_code: account.styling_fee_override_code,
      subscription_type: frequency,
      now: asOf,
    }),
    summary: { ...summary, faults: refusedFaults(refused, questions.fields) },
    missing: open.map(({ name }) => name),
    showMissing: () => {
      setWasPressed(true);
      focusPart(open[0]?.part);
    },
    submit: () => {
      if (date === null) return;
      if (day.hasClosed()) {
        focusPart('ship_by_date');
        return;
      }
      // If the customer has not touched the phone number, the order keeps it.
      const sentPhone = order?.phone && choices.phone === null ? null : phone;
      const sentFrequency = asksFrequency ? frequency : null;
      const storeId = store?.id ?? null;
      void send({ flow, date, frequency: sentFrequency, theme, note, storeId, phone: sentPhone }, toasts());
    },
  };
}

/** Moves the focus to a part of the form. */
export function focusPart(part = ''): void {
  const place = document.getElementById(partId(part));
  place?.focus({ preventScroll: true });
  place?.scrollIntoView({ block: 'center' });
}
