import { type ReactNode, useId, useRef } from 'react';
import { CarouselButtons } from '~/components/media/CarouselButtons';
import styles from './ChoiceCards.module.css';
import { FieldMessage } from './FieldMessage';

export interface CardChoice {
  value: string;
  label: string;
  description?: ReactNode;
  /** The picture's address. Choices with pictures are shown as a gallery. */
  image?: string;
}

interface Common {
  /** The question. `hideLegend` if a heading on the screen already shows it. */
  legend: ReactNode;
  hideLegend?: boolean;
  hint?: string;
  choices: readonly CardChoice[];
  message?: string | undefined;
  required?: boolean;
  /** Larger pictures, fewer in a row. */
  large?: boolean;
  /** Cards close together, each as wide as its text. Meant for short texts. */
  compact?: boolean;
  /** On a phone, one row with buttons that scroll it. Not for a required answer, because that may be beyond the edge. */
  carousel?: boolean;
  id?: string;
}

type One = { multiple?: false; value: string | null; onChange: (value: string) => void };
type Many = { multiple: true; value: readonly string[]; onChange: (value: string[]) => void };

/** Choices as cards: radio buttons, or checkboxes if several can be chosen. */
export function ChoiceCards(props: Common & (One | Many)) {
  const {
    legend,
    hideLegend = false,
    hint,
    choices,
    message,
    required = false,
    large = false,
    compact = false,
  } = props;
  const { carousel = false } = props;
  const row = useRef<HTMLDivElement>(null);
  const ownId = useId();
  const id = props.id ?? ownId;
  const chosen = props.multiple ? props.value : [props.value];
  const toggle = (value: string, checked: boolean) => {
    if (!props.multiple) props.onChange(value);
    else props.onChange(checked ? [...props.value, value] : props.value.filter((other) => other !== value));
  };
  const pictured = choices.some((choice) => choice.image);
  const full = [4, 3].find((columns) => choices.length % columns === 0);
  const describing = hint ? `${id}-hint ${id}-message` : `${id}-message`;

  return (
    <fieldset
      id={id}
      tabIndex={-1}
      className={styles.group}
      aria-describedby={describing}
      {...(props.multiple
        ? {}
        : { role: 'radiogroup', 'aria-required': required, 'aria-invalid': message !== undefined })}
    >
      <legend className={hideLegend ? 'unseen' : styles.legend}>
        {legend}
        {required ? <span aria-hidden="true"> *</span> : null}
      </legend>
      {hint ? (
        <p id={`${id}-hint`} className={styles.hint}>
          {hint}
        </p>
      ) : null}
      {carousel ? (
        <div className={styles.scroll}>
          <CarouselButtons row={row} />
        </div>
      ) : null}
      <div
        ref={row}
        className={styles.cards}
        data-pictured={pictured}
        data-large={large}
        data-compact={compact}
        data-carousel={carousel}
        data-columns={full}
      >
        {choices.map((choice) => (
          <label key={choice.value} className={styles.card}>
            <input
              type={props.multiple ? 'checkbox' : 'radio'}
              name={id}
              value={choice.value}
              checked={chosen.includes(choice.value)}
              onChange={(event) => toggle(choice.value, event.target.checked)}
              className={styles.control}
            />
            {choice.image ? <img src={choice.image} alt="" className={styles.picture} loading="lazy" /> : null}
            <span className={styles.words}>
              <span className={styles.name}>{choice.label}</span>
              {choice.description ? <span className={styles.description}>{choice.description}</span> : null}
            </span>
          </label>
        ))}
      </div>
      <FieldMessage id={`${id}-message`}>{message}</FieldMessage>
    </fieldset>
  );
}
