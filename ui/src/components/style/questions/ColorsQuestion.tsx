import { useState } from 'react';
import { FieldMessage } from '~/components/form/FieldMessage';
import { dislikedColorsValidate } from '~/core';
import { QuestionLegend } from './QuestionLegend';
import styles from './ColorsQuestion.module.css';
import { asTexts, choicesOf, type QuestionProps } from './question';

/** Colors to avoid. Core limits how many. */
export function ColorsQuestion({ question, id, value, message, titleShown, onAnswer }: QuestionProps) {
  const [refusal, setRefusal] = useState<string>();
  const chosen = asTexts(value);

  const toggle = (color: string, checked: boolean) => {
    const selected = checked ? [...chosen, color] : chosen.filter((other) => other !== color);
    const [issue] = dislikedColorsValidate({ selected });
    setRefusal(issue?.message);
    if (issue === undefined) onAnswer(selected);
  };

  return (
    <fieldset id={id} tabIndex={-1} className={styles.colors} aria-describedby={`${id}-message`}>
      <QuestionLegend question={question} titleShown={titleShown} />
      <div className={styles.swatches}>
        {choicesOf(question).map(({ ref, value: color, label, hex }) => (
          <label key={ref} className={styles.swatch}>
            <input
              type="checkbox"
              checked={chosen.includes(color)}
              onChange={(event) => toggle(color, event.target.checked)}
            />
            <span className={styles.color} style={{ backgroundColor: hex }} />
            <span className={styles.name}>{label}</span>
          </label>
        ))}
      </div>
      <p className={styles.count}>{chosen.length === 0 ? 'None chosen' : `${chosen.length} chosen`}</p>
      <div aria-live="polite">
        <FieldMessage id={`${id}-message`}>{refusal ?? message}</FieldMessage>
      </div>
    </fieldset>
  );
}
