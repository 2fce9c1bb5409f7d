import { queryOptions, useQuery } from '@tanstack/react-query';
import type { Responses, Section } from '~/core';
import { api } from '~/api/client';
import type { Stats } from '~/api/styleProfile';

/** One choice of a question. An answer is its label, or its ref where the question says so. */
export interface Choice {
  ref: string;
  label: string;
  description?: string;
  image?: string;
  /** A color's own color. */
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
    /** Of a number; `max` of colors is how many may be chosen. */
    min?: number;
    max?: number;
    step?: number;
    /** How it is asked, where its type leaves that open: a slider with two ends, the swipe deck, a calendar. */
    control?: 'range' | 'shuffle' | 'calendar';
    /** The answer that the control starts with. */
    default?: string;
    placeholder?: string;
    max_length?: number;
    /** Asked in that flow only. */
    flow?: 'pickup' | 'delivery';
    /** Whether the answer is the choice's `ref` instead of its label. */
    answer?: 'ref';
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
  questions: {
    questions: Question[];
    delivery_questions: Question[];
    shuffle: ShuffleCard[];
    reshuffle: ShuffleCard[];
  };
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
