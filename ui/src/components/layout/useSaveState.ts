import { useState } from 'react';
import type { SaveState } from '~/components/feedback/SaveNote';

interface SaveStateOptions {
  /** Names the step. */
  step: string;
  /** Whether one of the step's questions has an answer. */
  isAnswered: boolean;
  /** Whether something is typed that is no answer yet and not saved, such as a date without its year. */
  isIncomplete?: boolean;
}

/**
 * Whether the step's answers are saved, as the step shows it; undefined while there is nothing to save and nothing was saved
 * here.
 */
export function useSaveState(
  state: Exclude<SaveState, 'incomplete'>,
  { step, isAnswered, isIncomplete = false }: SaveStateOptions,
): SaveState | undefined {
  const [savedOn, setSavedOn] = useState<string | null>(null);
  if (state !== 'saved' && savedOn !== step) setSavedOn(step);
  if (state !== 'saved') return state;
  if (isIncomplete) return 'incomplete';
  return isAnswered || savedOn === step ? 'saved' : undefined;
}
