import type { QuestionProps } from './question';

/** A text from the stylist between questions. */
export function StatementQuestion({ question, titleShown }: QuestionProps) {
  if (titleShown) return null;
  return (
    <div>
      <h2>{question.title}</h2>
      {question.properties.description ? <p>{question.properties.description}</p> : null}
    </div>
  );
}
