import { queryOptions, useQuery } from '@tanstack/react-query';
import type { Responses } from '~/core';
import { api } from './client';
import type { Stats } from './styleProfile';

export type Section = 'about' | 'size_and_fit' | 'style' | 'shipping';

/** One choice of a question. An answer is its label. */
export interface Choice {
  ref: string;
  label: string;
  image?: string;
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
    min?: number;
    max?: number;
    step?: number;
  };
  validations: { required: boolean };
  attachment?: { href: string };
}

/** An outfit to like or dislike. */
export interface ShuffleCard {
  id: string;
  title: string;
  image: string;
}

/** The quiz, and what the customer has answered of it so far; a visitor has answered nothing. */
export interface Questionnaire {
  questions: { questions: Question[]; shuffle: ShuffleCard[]; reshuffle: ShuffleCard[] };
  responses: Responses;
  stats: Stats;
  id: string | null;
  name: string | null;
}

export const questionnaireQuery = queryOptions({
  queryKey: ['questionnaire'],
  queryFn: ({ signal }) => api.get<Questionnaire>('/questionnaire', { signal }),
  staleTime: 5 * 60_000,
});

export const useQuestionnaire = () => useQuery(questionnaireQuery);
