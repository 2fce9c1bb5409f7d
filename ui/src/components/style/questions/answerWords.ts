import type { Question } from '~/api/style/questionnaire';
import { dateWords } from '~/lib/time/dateWords';
import { asText, asTexts, choicesOf } from './question';

/** An answer in words; empty if there is none, or it is no text. */
export function answerWords(question: Question, answer: unknown): string {
  if (question.type === 'file_upload') return photosWords(asTexts(answer).length);
  if (typeof answer === 'boolean') return answer ? 'Yes' : 'No';
  if (question.type === 'date') return typeof answer === 'string' ? dateWords(answer, 'with year') : '';
  const choices = choicesOf(question);
  const answers = Array.isArray(answer) ? asTexts(answer) : [asText(answer)];
  return answers.map((each) => choices.find(({ value }) => value === each)?.label ?? each).join(', ');
}

const photosWords = (count: number) => (count === 0 ? '' : count === 1 ? '1 photo' : `${count} photos`);
