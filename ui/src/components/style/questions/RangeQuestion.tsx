import { useState } from 'react';
import { FieldMessage } from '~/components/form/FieldMessage';
import { denimSpendNormalize, denimSpendRead } from '~/core';
import { asText, type QuestionProps } from './question';
import { QuestionLegend } from './QuestionLegend';
import styles from './RangeQuestion.module.css';

/** A slider with two ends for a range of dollars. Core keeps the ends apart. */
export function RangeQuestion({ question, id, value, message, titleShown, onAnswer }: QuestionProps) {
  const { min = 0, max = 0, step = 1, default: initial } = question.properties;
  const known = denimSpendRead(asText(value) || asText(initial)) ?? denimSpendNormalize({ min, max });
  const { min: low, max: high } = known;
  const [moved, setMoved] = useState<'low' | 'high'>('high');

  const move = (end: 'low' | 'high', to: number) => {
    setMoved(end);
    onAnswer(denimSpendNormalize(end === 'low' ? { min: to, max: high } : { min: low, max: to }).label, {
      typed: true,
    });
  };
  const share = (amount: number) => (amount - min) / (max - min || 1);
  const common = { min, max, step, 'aria-describedby': `${id}-message` } as const;

  return (
    <fieldset className={styles.range}>
      <QuestionLegend question={question} titleShown={titleShown} />
      <output className={styles.amounts} htmlFor={`${id} ${id}-high`}>
        {known.label}
      </output>
      <div className={styles.slider} data-moved={moved}>
        <span className={styles.track} />
        <span
          className={styles.between}
          style={{ insetInlineStart: `${share(low) * 100}%`, insetInlineEnd: `${(1 - share(high)) * 100}%` }}
        />
        <input
          {...common}
          type="range"
          id={id}
          className={styles.low}
          aria-label="From"
          aria-valuetext={`$${low}`}
          value={low}
          onChange={(event) => move('low', event.target.valueAsNumber)}
        />
        <input
          {...common}
          type="range"
          id={`${id}-high`}
          className={styles.high}
          aria-label="To"
          aria-valuetext={`$${high}`}
          value={high}
          onChange={(event) => move('high', event.target.valueAsNumber)}
        />
      </div>
      <FieldMessage id={`${id}-message`}>{message}</FieldMessage>
    </fieldset>
  );
}
