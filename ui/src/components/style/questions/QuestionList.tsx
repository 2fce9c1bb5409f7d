import type { Question } from '~/api/style/questionnaire';
import type { Responses } from '~/core';
import type { QuestionProps } from './question';
import { QuestionField } from './QuestionField';
import styles from './QuestionList.module.css';

interface QuestionListProps {
  questions: readonly Question[];
  responses: Responses;
  /** Whether the screen's heading already shows the question. */
  titleShown: boolean;
  messageOf: (ref: string) => string | undefined;
  onAnswer: (ref: string, ...answer: Parameters<QuestionProps['onAnswer']>) => void;
  /** Changes the present answer, also after the customer has left the screen. */
  onChange: (ref: string, changed: (answer: unknown) => unknown) => void;
  /** Reports why the typed text is no answer; null if it is one. */
  onFault: (ref: string, message: string | null) => void;
  /** If a question's version changes, it shows its answer again, and drops what was typed there. */
  versionOf?: (ref: string) => number;
}

/** Questions, each in the control for its type. */
export function QuestionList({
  questions,
  responses,
  titleShown,
  messageOf,
  onAnswer,
  onChange,
  onFault,
  versionOf = () => 0,
}: QuestionListProps) {
  return (
    <div className={styles.questions}>
      {questions.map((question) => {
        const { ref } = question;
        return (
          <div key={`${ref} ${versionOf(ref)}`} className={styles.question} data-width={widthOf(question)}>
            <QuestionField
              question={question}
              id={controlId(question)}
              value={responses[ref]}
              message={messageOf(ref)}
              titleShown={titleShown}
              onAnswer={(value, options) => onAnswer(ref, value, options)}
              onChange={(changed) => onChange(ref, changed)}
              onFault={(message) => onFault(ref, message)}
            />
          </div>
        );
      })}
    </div>
  );
}

/** The id of a question's first control. */
export const controlId = ({ ref }: Question) => `answer-${ref}`;

/** The width of a question: half a row, half a row on wide screens only, or a whole row. */
const widthOf = ({ type, properties }: Question) => {
  if (type === 'dropdown' || (type === 'number' && properties.control !== 'range')) return 'half';
  return type === 'short_text' && (properties.max_length ?? Infinity) <= shortText ? 'half-wide' : 'whole';
};

/** A text of up to this many characters gets half a row. */
const shortText = 60;
