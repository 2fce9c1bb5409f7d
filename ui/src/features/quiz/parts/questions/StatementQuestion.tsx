import type { QuestionProps } from './question';

/** A word from the stylist, among questions: nothing to answer. */
export function StatementQuestion({ question, asked }: QuestionProps) {
  if (asked) return null;
  return (
    <div>
      <h2>{question.title}</h2>
      {question.properties.description ? <p>{question.properties.description}</p> : null}
    </div>
  );
}
