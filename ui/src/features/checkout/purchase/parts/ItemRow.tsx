import { useState } from 'react';
import type { LineItem } from '~/api/order/orders';
import { Button } from '~/components/form/Button';
import { RadioGroup } from '~/components/form/RadioGroup';
import { Illustration } from '~/components/media/Illustration';
import { LongText } from '~/components/layout/LongText';
import { Price } from '~/components/values/Price';
import { type Action, decisionChoices, lineItemMultiItemPrice, messagesText } from '~/core';
import { type Choice, feedbackOf, forgetFeedback, newChoice } from './choices';
import { ExchangeDialog } from './ExchangeDialog';
import { FeedbackDialog } from './FeedbackDialog';
import styles from './ItemRow.module.css';

interface ItemRowProps {
  id: string;
  item: LineItem;
  pickUp: boolean;
  /** Whether the discount for several items is reached. */
  hasMultiItemDiscount: boolean;
  choice: Choice;
  onChoose: (choice: Choice) => void;
  /** The message about the decision, if it is missing or not saved. */
  message: string | undefined;
}

/** An item and the choices for it. Choosing one opens its dialog. */
export function ItemRow({ id, item, pickUp, hasMultiItemDiscount, choice, onChoose, message }: ItemRowProps) {
  const [asking, setAsking] = useState<Action | null>(null);

  const choose = (value: string, byArrowKey: boolean) => {
    const action = value as Action;
    forgetFeedback(item.id, action);
    onChoose(newChoice(action));
    if (!byArrowKey) setAsking(action);
  };
  const lower = lineItemMultiItemPrice(item);
  const close = () => setAsking(null);
  const save = (change: Partial<Choice>) => {
    onChoose({ ...choice, savedFeedback: '', ...change });
    close();
  };

  return (
    <li className={styles.row}>
      <Illustration src={item.image_url} className={styles.picture} />
      <div className={styles.words}>
        <div className={styles.heading}>
          <h2 className={styles.name}>{item.description}</h2>
          <p className={styles.price}>
            <Price amount={item.retail_price} />
          </p>
        </div>
        <p className={styles.details}>
          {item.brand} · {item.color} · {item.size}
        </p>
        {item.written_off === null ? null : <p className={styles.details}>{messagesText(item.written_off)}</p>}
        {lower === null ? null : (
          <p className={styles.details}>
            <Price amount={lower} /> {messagesText(hasMultiItemDiscount ? 'has_four_items' : 'with_four_items')}
          </p>
        )}
      </div>
      <div className={styles.decide}>
        <RadioGroup
          id={id}
          legend={`Your choice for ${item.description}`}
          hideLegend
          segmented
          options={decisionChoices({
            customer_pick_up: pickUp,
            received: item.received,
            written_off: item.written_off,
          }).map((value) => ({
            value,
            label: messagesText(value),
          }))}
          value={choice.action}
          onChange={choose}
          message={message}
        />
        <ChoiceFeedback choice={choice} onAsk={() => setAsking(choice.action)} name={item.description} />
      </div>
      {asking === 'Exchange' ? (
        <ExchangeDialog
          item={item}
          size={choice.exchange_size}
          onSize={(exchange_size) => save({ exchange_size })}
          onReturn={() => {
            onChoose(newChoice('Return'));
            setAsking('Return');
          }}
          onClose={close}
        />
      ) : null}
      {asking === 'Return' || asking === 'Keep' ? (
        <FeedbackDialog key={asking} action={asking} item={item} choice={choice} onSave={save} onClose={close} />
      ) : null}
    </li>
  );
}

/** The feedback or size of the choice, and a button to change it. */
function ChoiceFeedback({ choice, onAsk, name }: { choice: Choice; onAsk: () => void; name: string }) {
  const { action, exchange_size } = choice;
  if (action === null) return null;
  const words = action === 'Exchange' ? exchange_size && `For size ${exchange_size}` : feedbackOf(choice);
  const ask = action === 'Exchange' ? 'Choose a size' : 'Tell us why';
  return (
    <div className={styles.feedback}>
      {words ? (
        <div className={styles.said}>
          <LongText text={words} what="your note" />
        </div>
      ) : null}
      <Button variant="quiet" onClick={onAsk} className={styles.ask}>
        {words ? 'Change' : ask}
        <span className="unseen">: {name}</span>
      </Button>
    </div>
  );
}
