import styles from './QuestionLegend.module.css';
import { hintOf, type QuestionProps } from './question';

type QuestionLegendProps = Pick<QuestionProps, 'question' | 'titleShown'> & { hintId?: string };

/**
 * The legend of a question's fields, and its hint. If the screen's heading shows the question, only screen readers get the
 * legend.
 */
export function QuestionLegend({ question, titleShown, hintId }: QuestionLegendProps) {
  const { hint } = hintOf(question);
  return (
    <>
      <legend className={titleShown ? 'unseen' : styles.legend}>
        {question.title}
        {question.validations.required ? <span aria-hidden="true"> *</span> : null}
      </legend>
      {hint && !titleShown ? (
        <p id={hintId} className={styles.hint}>
          {hint}
        </p>
      ) : null}
    </>
  );
}
