import { quizProgressSections, quizStepReadiness, type Responses, type Section } from '~/core';
import { paths } from '~/paths';
import type { Question, Questionnaire } from './questionnaire';
import { shuffleProgress, swipesOf } from './shuffle';

/** The order of the quiz's steps. Step n is the n-th top-level question of the questionnaire. */
export class QuizPlan {
  readonly #steps: readonly Question[];
  /** The steps that are asked if the box is shipped. */
  readonly #askedSteps: readonly number[];

  constructor(steps: readonly Question[]) {
    this.#steps = steps;
    this.#askedSteps = steps.flatMap((question, index) => (isForPickup(question) ? [] : [index + 1]));
  }

  /** The question of a step; undefined if there is no such step. */
  question(step: number): Question | undefined {
    return this.#steps[step - 1];
  }

  /** The step's number among the steps that are asked: `Step 3 of 14`. */
  countOf(step: number): string {
    return `Step ${this.#askedSteps.indexOf(step) + 1} of ${this.#askedSteps.length}`;
  }

  isAsked(step: number): boolean {
    return this.#askedSteps.includes(step);
  }

  after(step: number): string {
    const next = this.#askedSteps.find((other) => other > step);
    if (next === undefined) return paths.delivery;
    return next === this.#firstOfShipping() ? paths.stylist : paths.quiz(next);
  }

  before(step: number): string | null {
    if (step === this.#firstOfShipping()) return paths.stylist;
    const previous = this.#askedSteps.findLast((other) => other < step);
    return previous === undefined ? null : paths.quiz(previous);
  }

  /** The stylist's thanks come between the style questions and those about the box. */
  afterStylist(): string {
    const first = this.#firstOfShipping();
    return first === undefined ? paths.delivery : paths.quiz(first);
  }

  beforeStylist(): string {
    const first = this.#firstOfShipping() ?? Infinity;
    return paths.quiz(this.#askedSteps.findLast((step) => step < first) ?? 1);
  }

  beforeDelivery(): string {
    return paths.quiz(this.#askedSteps.at(-1) ?? 1);
  }

  /**
   * How complete each section is at `step`: the share of its steps before that one, without the open ones. Null is after
   * all steps.
   */
  progress(step: number | null, open: readonly OpenStep[]): { id: Section; label: string; done: number }[] {
    const waiting = new Set(open.map((other) => other.step));
    const steps = this.#askedSteps.flatMap((other) => {
      const section = this.question(other)?.onboarding_section;
      const is_behind = (step === null || other < step) && !waiting.has(other);
      return section ? [{ onboarding_section: section, is_behind }] : [];
    });
    return quizProgressSections({ steps }).map(({ section, label, behind, of }) => ({
      id: section,
      label,
      done: of === 0 ? 0 : behind / of,
    }));
  }

  /** The steps that still need an answer, in their order. */
  open(responses: Responses, { shuffle }: Pick<Questionnaire['questions'], 'shuffle'>): OpenStep[] {
    return this.#askedSteps.flatMap((step) => {
      const question = this.question(step);
      if (!question) return [];
      const ready =
        question.properties.control === 'shuffle'
          ? shuffleProgress(shuffle, swipesOf(responses[question.ref])).more === 0
          : quizStepReadiness({ questions: fieldsOf(question).map(readinessQuestion), responses }).next_enabled;
      return ready ? [] : [{ step, title: question.title, path: paths.quiz(step) }];
    });
  }

  /** What must be answered before the first box can be ordered: the open steps, the frequency and the first date. */
  openBeforePayment(
    responses: Responses,
    cards: Pick<Questionnaire['questions'], 'shuffle'>,
  ): Omit<OpenStep, 'step'>[] {
    const questions = deliveryRefs.map((ref) => ({ ref, type: 'short_text', required: true }) as const);
    const chosen = quizStepReadiness({ questions, responses }).next_enabled;
    return [
      ...this.open(responses, cards),
      ...(chosen ? [] : [{ title: 'How often, and when first?', path: paths.delivery }]),
    ];
  }

  #firstOfShipping(): number | undefined {
    return this.#askedSteps.find((step) => this.question(step)?.onboarding_section === 'shipping');
  }
}

/** The refs of the delivery step's answers. */
export const frequencyRef = 'subscription_type';
export const dateRef = 'ship_by_date';
const deliveryRefs = [frequencyRef, dateRef];

/** A step that still needs an answer, and its path. */
export interface OpenStep {
  step: number;
  title: string;
  path: string;
}

/** The questions of a step: a group's fields, or the question itself. */
export const fieldsOf = (question: Question): Question[] =>
  question.type === 'group' ? (question.properties.fields ?? []) : [question];

/** A question in the form that core's `quiz_step.readiness` takes. */
export const readinessQuestion = ({ ref, type, validations }: Question) => ({
  ref,
  type,
  required: validations.required,
});

const isForPickup = (question: Question) => question.properties.flow === 'pickup';
