import { type QuizPage, quizPlanState, type Responses, signupNextStep } from '~/core';
import { chosenFlow } from './pickupPlan';
import type { Question, Questionnaire } from './questionnaire';

/** A page of the quiz that still needs an answer. */
export interface OpenStep {
  title: string;
  path: string;
}

/**
 * Returns the pages of the quiz in core's order, as seen from the page `path`. `responses` is null for a visitor, who registers
 * before answering: then no step counts as open. `isScheduled`: store and day of a pick-up were chosen before the quiz.
 */
export function quizPlan(
  { questions, delivery_questions, shuffle }: Questionnaire['questions'],
  responses: Responses | null,
  path: string,
  isScheduled = false,
) {
  const flow = responses && chosenFlow(delivery_questions, responses);
  const { pages, sections } = quizPlanState({
    steps: questions.map(planStep),
    cards: shuffle.map(({ id }) => id),
    responses,
    flow,
    is_scheduled: isScheduled,
    path,
  });
  const index = pages.findIndex((page) => page.path === path);
  const steps = pages.filter(({ step }) => step !== null);
  const openPages = pages.filter(({ is_open }) => is_open);
  const delivery = flow === 'pickup' ? 'Where you pick it up, and when' : 'How often, and when first?';
  const openStep = (page: QuizPage): OpenStep => ({
    title: page.step === null ? delivery : (questions[page.step - 1]?.title ?? ''),
    path: page.path,
  });
  const asks = (page: QuizPage | undefined) => {
    const question = questions[(page?.step ?? 0) - 1];
    return question !== undefined && !fieldsOf(question).some(({ ref }) => responses?.[ref] !== undefined);
  };
  return {
    /** Whether the page belongs to the quiz. */
    isAsked: index >= 0,
    next:
      pages[index + 1]?.path ??
      signupNextStep({ flow: flow ?? 'delivery', wants_shoes: false, is_scheduled: isScheduled }),
    /** Null on the first page; after the quiz, its last page. */
    previous: (index < 0 ? pages.at(-1) : pages[index - 1])?.path ?? null,
    /** Whether the next page is a step without any answer yet. */
    isMoreAsked: asks(pages[index + 1]),
    /** The step's number among the steps that are asked. */
    count: `Step ${steps.findIndex((page) => page.path === path) + 1} of ${steps.length}`,
    /** The questions that are asked; a group as one. */
    asked: steps.flatMap(({ step }) => questions[(step ?? 0) - 1] ?? []),
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
