import type { Order } from '~/api/order/orders';
import { Button } from '~/components/form/Button';
import { ErrorSummary } from '~/components/form/ErrorSummary';
import spread from '~/components/layout/FormSpread.module.css';
import { PageTitle } from '~/components/layout/PageTitle';
import { AddressBlock } from '~/components/order/on-file/AddressBlock';
import { CardWarning } from '~/components/order/on-file/CardWarning';
import { PaymentBlock } from '~/components/order/on-file/PaymentBlock';
import { isSubscribing } from '~/components/order/ordering/frequency';
import type { Flow } from '~/core';
import { useNavigate } from '~/lib/router/hooks';
import { Link } from '~/lib/router/Link';
import { paths } from '~/paths';
import { FrequencyQuestion } from './FrequencyQuestion';
import { LateCancelOrder, LateDayQuestion, LateStoreQuestion } from './LateParts';
import { MissingAnswers } from './MissingAnswers';
import { NextBoxNote } from './NextBoxNote';
import { NoteQuestion } from './NoteQuestion';
import { OrderSummary } from './OrderSummary';
import { PhoneQuestion } from './PhoneQuestion';
import { ProfileAnswers } from './ProfileAnswers';
import { ThemeQuestion } from './ThemeQuestion';
import { focusPart, type OrderFormProps, useOrderForm } from './useOrderForm';
import { buttonOf, lead, partId, titleOf } from './words';

/** The order form, on one page with a summary. Core says what is still missing. */
export function OrderForm(props: OrderFormProps) {
  const { flow, order, account, card, questionnaire, holidays } = props;
  const form = useOrderForm(props);
  const { shown, pickup, store, day, address, questions, refused, messageOf, change } = form;
  const picksUp = flow === 'pickup';
  const asking = { answers: questions.answers, messageOf: form.messageOfQuestion, onFault: questions.onFault };
  return (
    <div className={spread.spread}>
      {/* Text that is typed while the order is being sent would be lost. */}
      <div className={`${spread.main} ${spread.ruled}`} inert={form.busy}>
        <Title flow={flow} order={order} />
        <ErrorSummary {...form.summary} />
        {picksUp ? (
          <div id={partId('store')} tabIndex={-1} className={spread.part}>
            <LateStoreQuestion
              questions={questionnaire.delivery_questions}
              pickup={pickup}
              onChange={(label) => change('store', { store: pickup.idOf(label) })}
              message={messageOf('store')}
              instead={<Link to={paths.orderBox}>Order a box that is sent to you</Link>}
            />
          </div>
        ) : null}
        <div className={spread.part}>
          <LateDayQuestion
            id={partId('ship_by_date')}
            title={picksUp ? 'The day you pick it up' : 'The day your box arrives'}
            meaning={picksUp ? 'Your box waits for you on' : 'Your box arrives on'}
            {...{ flow, holidays, asOf: day.asOf, storeDays: day.storeDays, ownDay: day.ownDay }}
            stored={day.stored}
            value={day.shown}
            onChange={(chosen) => change('ship_by_date', { date: chosen })}
            message={messageOf('ship_by_date')}
          />
          <CardWarning expiration={form.expiration} date={day.shown} now={day.asOf} />
        </div>
        {shown.asksFrequency ? (
          <FrequencyQuestion
            account={account}
            value={shown.frequency}
            onChange={(value) => change('frequency', { frequency: value })}
            message={form.frequencyMessage}
          />
        ) : null}
        <ThemeQuestion
          value={shown.theme}
          onChange={(chosen) => change('themebox', { theme: chosen ?? '' })}
          message={refused['themebox']}
        />
        {questions.asked.length > 0 ? (
          <MissingAnswers title="What we still need to know" questions={questions.asked} {...asking} />
        ) : null}
        <ProfileAnswers
          questions={questions.answered}
          isOpen={questions.isOpened || questions.answered.some(({ ref }) => asking.messageOf(ref) !== undefined)}
          onOpen={questions.open}
          {...asking}
        />
        <NoteQuestion value={shown.note} onChange={(note) => change('note', { note })} message={form.noteMessage}>
          {order === null ? <NextBoxNote /> : null}
        </NoteQuestion>
        {picksUp ? (
          <PhoneQuestion
            // A phone number from another tab shows unless this field is touched.
            key={order?.phone ?? ''}
            start={shown.phone}
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
            onOpenChange={form.setAddressBeingTyped}
          />
        )}
        <PaymentBlock card={card} message={messageOf('card') ?? messageOf('card_expiry')} />
      </div>
      <OrderSummary
        {...{ flow, store, theme: shown.theme, fee: form.fee, address, asksFrequency: shown.asksFrequency }}
        onChange={focusPart}
        date={day.shown}
        frequency={picksUp ? null : shown.frequency}
        card={card.data}
      />
      <Actions form={form} {...props} />
    </div>
  );
}

const Title = ({ flow, order }: { flow: Flow; order: Order | null }) => (
  <PageTitle
    eyebrow={order ? `Box ${order.code}` : flow === 'pickup' ? 'At a store near you' : 'Sent to your door'}
    lead={order ? 'You can change it until styling begins.' : lead[flow]}
  >
    {titleOf(flow, order?.id ?? null)}
  </PageTitle>
);

/** The button that sends the order, and the links that leave the form. */
function Actions({ form, flow, order, account }: OrderFormProps & { form: ReturnType<typeof useOrderForm> }) {
  const navigate = useNavigate();
  const { asksFrequency, frequency } = form.shown;
  return (
    <div className={spread.send}>
      <div className={spread.actions}>
        <Button
          missing={form.missing}
          onBlocked={form.showMissing}
          busy={form.busy}
          busyLabel="One moment..."
          onClick={form.submit}
        >
          {buttonOf(flow, order !== null, asksFrequency && isSubscribing(account.subscription_type, frequency))}
        </Button>
        {order ? <LateCancelOrder order={order} onCanceled={() => void navigate(paths.dashboard)} /> : null}
        <Link to={paths.dashboard}>Back</Link>
      </div>
    </div>
  );
}
