import { queryOptions, useQuery } from '@tanstack/react-query';
import { api } from '~/api/client';
import type { Stats } from '~/api/schema.gen';
import type { Responses, Section } from '~/core';

/** A choice of a question. The answer is its label, or its ref if the question's `answer` is `ref`. */
export interface Choice {
  ref: string;
  label: string;
  description?: string;
  image?: string;
  /** The color, if the choice is one. */
  hex?: string;
}

/** A question of the quiz. */
export interface Question {
  ref: string;
  type:
    | 'dropdown'
    | 'short_text'
    | 'number'
    | 'date'
    | 'long_text'
    | 'picture_choice'
    | 'multiple_choice'
    | 'yes_or_no'
    | 'picture_choice_carousel'
    | 'file_upload'
    | 'statement'
    | 'group'
    | 'designs_disliked_colors';
  title: string;
  onboarding_section: Section;
  properties: {
    description?: string;
    choices?: Choice[];
    fields?: Question[];
    allow_multiple_selection?: boolean;
    supersized?: boolean;
    /** Limits of a number; for colors, `max` is how many may be chosen. */
    min?: number;
    max?: number;
    step?: number;
    /** The control, if the type allows several: a slider with two ends, the swipe deck, a calendar. */
    control?: 'range' | 'shuffle' | 'calendar';
    /** The control's initial answer. */
    default?: string;
    placeholder?: string;
    max_length?: number;
    /** The only flow in which it is asked. */
    flow?: 'pickup' | 'delivery';
    /** `ref` if the answer is the choice's `ref`, not its label. */
    answer?: 'ref';
  };
  validations: { required: boolean };
  attachment?: { href: string };
}

/** An outfit that the customer likes or dislikes. */
export interface ShuffleCard {
  id: string;
  title: string;
  image: string;
}

/** The quiz and the customer's answers. A visitor has no answers and no id. */
export interface Questionnaire {
  questions: {
    questions: Question[];
    delivery_questions: Question[];
    shuffle: ShuffleCard[];
    reshuffle: ShuffleCard[];
  };
  responses: Responses;
  stats: Stats | null;
  id: string | null;
  name: string | null;
}

export const questionnaireQuery = queryOptions({
  queryKey: ['questionnaire'],
  queryFn: ({ signal }) => api.get<Questionnaire>('/questionnaire', { signal }),
  staleTime: 5 * 60_000,
});

export const useQuestionnaire = () => useQuery(questionnaireQuery);
