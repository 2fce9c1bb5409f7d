import type { Questionnaire } from '~/api/style/questionnaire';
import { fieldsOf } from '~/api/style/quizPlan';
import { type OfferedStylists, stylistsOffered } from '~/core';

/** The stylists that a customer can ask for, by core. */
export const stylistsIn = ({ questions }: Questionnaire): OfferedStylists =>
  stylistsOffered({
    questions: questions.questions.flatMap(fieldsOf).map(({ ref, properties }) => ({
      ref,
      choices: (properties.choices ?? []).map(({ label }) => label),
    })),
  });
