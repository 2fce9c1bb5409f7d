import { policy, type QuizPage, quizPlanState, type Responses } from '~/core';
import { paths } from '~/paths';
import type { Question, Questionnaire } from './questionnaire';

/** The refs of the delivery page's answers. */
export const [frequencyRef, dateRef] = policy().delivery_questions;

/** A page of the quiz on which something is open. */
export interface OpenStep {
  title: string;
  path: string;
}

/**
 * The pages of the quiz as core orders them, seen from the page `path`. `responses` is null if no answers are asked for, as a
 * visitor registers first: then nothing is open.
 */
export function quizPlan(
  { questions, shuffle }: Pick<Questionnaire['questions'], 'questions' | 'shuffle'>,
  responses: Responses | null,
  path: string,
) {
  const cards = shuffle.map(({ id }) => id);
  const { pages, sections } = quizPlanState({ steps: questions.map(planStep), cards, responses, path });
  const index = pages.findIndex((page) => page.path === path);
  const steps = pages.filter(({ step }) => step !== null);
  const openPages = pages.filter(({ is_open }) => is_open);
  const openStep = (page: QuizPage): OpenStep => ({
    title: page.step === null ? 'How often, and when first?' : (questions[page.step - 1]?.title ?? ''),
    path: page.path,
  });
  return {
    /** Whether the page belongs to the quiz. */
    isAsked: index >= 0,
    next: pages[index + 1]?.path ?? paths.delivery,
    /** Null on the first page. */
    previous: pages[index - 1]?.path ?? null,
    /** The step's number among the steps that are asked. */
    count: `Step ${steps.findIndex((page) => page.path === path) + 1} of ${steps.length}`,
    /** How complete each section is. */
    progress: sections.map(({ section, label, behind, of }) => ({
      id: section,
      label,
      done: of === 0 ? 0 : behind / of,
    })),
    /** The steps that still need an answer, in their order. */
    open: openPages.filter(({ step }) => step !== null).map(openStep),
    /** What must be answered before the first box can be ordered. */
    openBeforePayment: openPages.map(openStep),
  };
}

export type QuizPlan = ReturnType<typeof quizPlan>;

/** The questions of a step: a group's fields, or the question itself. */
export const fieldsOf = (question: Question): Question[] =>
  question.type === 'group' ? (question.properties.fields ?? []) : [question];

/** A question in the form that core's `quiz_step.readiness` takes. */
export const readinessQuestion = ({ ref, type, validations }: Question) => ({
  ref,
  type,
  required: validations.required,
});

/** A step in the form that core's `quiz_plan.state` takes. */
const planStep = (question: Question) => ({
  onboarding_section: question.onboarding_section,
  flow: question.properties.flow ?? null,
  is_shuffle: question.properties.control === 'shuffle',
  questions: fieldsOf(question).map(readinessQuestion),
});
