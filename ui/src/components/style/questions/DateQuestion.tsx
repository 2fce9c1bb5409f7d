import { useState } from 'react';
import { FieldMessage } from '~/components/form/FieldMessage';
import { TextField } from '~/components/form/TextField';
import { birthdayDate, birthdayValidate } from '~/core';
import { declareDraft } from '~/lib/draft/draft';
import { useDraftState } from '~/lib/draft/useDraft';
import { now } from '~/lib/time/clock';
import styles from './DateQuestion.module.css';
import { QuestionLegend } from './QuestionLegend';
import { asText, type QuestionProps } from './question';

const parts = [
  { name: 'month', label: 'Month', autoComplete: 'bday-month', example: 'MM' },
  { name: 'day', label: 'Day', autoComplete: 'bday-day', example: 'DD' },
  { name: 'year', label: 'Year', autoComplete: 'bday-year', example: 'YYYY' },
] as const;

type Part = (typeof parts)[number]['name'];
type Typed = Record<Part, string>;

/** Keeps an incomplete date. A complete date is an answer and is saved. */
const draft = declareDraft<Typed>({ name: 'date of birth', lifetime: 'customer', fields: ['month', 'day', 'year'] });

/** A date of birth in three fields. */
export function DateQuestion({ question, id, value, message, titleShown, onAnswer, onFault }: QuestionProps) {
  const [saved] = useState(() => partsOf(asText(value)));
  const [typed, setTyped] = useDraftState(draft, saved, {
    scope: question.ref,
    onRestored: (date) => onFault(faultsOf(date)[0]?.message ?? null),
    isKept: (date) => faultsOf(date).length > 0,
  });
  const [left, setLeft] = useState<readonly Part[]>([]);
  const { description } = question.properties;
  const empty = isEmpty(typed);
  const hinted = description !== undefined && !titleShown;
  const issues = faultsOf(typed);
  const messageOf = (part: Part) =>
    left.includes(part) ? issues.find(({ field }) => field === part)?.message : undefined;
  // A refusal of the whole date is shown too, unless a part says what is wrong with it.
  const whole = parts.some(({ name }) => messageOf(name) !== undefined) ? undefined : message;

  const change = (part: Part, text: string) => {
    const next = { ...typed, [part]: text };
    setTyped(next);
    const found = faultsOf(next);
    onFault(found[0]?.message ?? null);
    if (found.length === 0) onAnswer(birthdayDate({ ...next, now: now() }), { typed: true });
  };

  return (
    <fieldset
      aria-describedby={
        [hinted && `${id}-hint`, whole !== undefined && `${id}-all`].filter(Boolean).join(' ') || undefined
      }
    >
      <QuestionLegend question={question} titleShown={titleShown} hintId={`${id}-hint`} />
      <div className={styles.parts}>
        {parts.map(({ name, label, autoComplete, example }, index) => (
          <TextField
            key={name}
            id={index === 0 ? id : `${id}-${name}`}
            name={`${question.ref}-${name}`}
            label={label}
            value={typed[name]}
            message={messageOf(name)}
            inputMode="numeric"
            placeholder={example}
            autoComplete={autoComplete}
            required={question.validations.required}
            onChange={(event) => change(name, event.target.value)}
            onBlur={() => setLeft((known) => (known.includes(name) || empty ? known : [...known, name]))}
            ref={null}
          />
        ))}
      </div>
      {whole === undefined ? null : <FieldMessage id={`${id}-all`}>{whole}</FieldMessage>}
    </fieldset>
  );
}

const isEmpty = ({ month, day, year }: Typed) => `${month}${day}${year}`.trim() === '';

const faultsOf = (date: Typed) => (isEmpty(date) ? [] : birthdayValidate({ ...date, now: now() }));

function partsOf(date: string): Typed {
  const [year = '', month = '', day = ''] = date.split('-');
  return { month, day, year };
}
