import { quizProgressSections, quizStepReadiness, type Responses, type Section } from '~/core';
import { paths } from '~/paths';
import type { Question, Questionnaire } from './questionnaire';
import { shuffleProgress, swipesOf } from './shuffle';

/** Where the steps of the quiz lead, as the questionnaire orders them. Step n is the n-th top-level question. */
export class QuizPlan {
  readonly #steps: readonly Question[];
  /** The steps that a box that is shipped asks for. */
  readonly #asked: readonly number[];

  constructor(steps: readonly Question[]) {
    this.#steps = steps;
    this.#asked = steps.flatMap((question, index) => (isForPickup(question) ? [] : [index + 1]));
  }

  /** The question of a step, where there is such a step. */
  question(step: number): Question | undefined {
    return this.#steps[step - 1];
  }

  /** Which of the steps that are asked it is. */
  countOf(step: number): string {
    return `Step ${this.#asked.indexOf(step) + 1} of ${this.#asked.length}`;
  }

  isAsked(step: number): boolean {
    return this.#asked.includes(step);
  }

  after(step: number): string {
    const next = this.#asked.find((other) => other > step);
    if (next === undefined) return paths.delivery;
    return next === this.#firstOfShipping() ? paths.stylist : paths.quiz(next);
  }

  before(step: number): string | null {
    if (step === this.#firstOfShipping()) return paths.stylist;
    const previous = this.#asked.findLast((other) => other < step);
    return previous === undefined ? null : paths.quiz(previous);
  }

  /** The stylist's word of thanks stands between the style questions and those about the box. */
  afterStylist(): string {
    const first = this.#firstOfShipping();
    return first === undefined ? paths.delivery : paths.quiz(first);
  }

  beforeStylist(): string {
    const first = this.#firstOfShipping() ?? Infinity;
    return paths.quiz(this.#asked.findLast((step) => step < first) ?? 1);
  }

  beforeDelivery(): string {
    return paths.quiz(this.#asked.at(-1) ?? 1);
  }

  /** How much of each section lies behind the customer at `step`, but for what is `open`; `null` is past all steps. */
  progress(step: number | null, open: readonly OpenStep[]): { id: Section; label: string; done: number }[] {
    const waiting = new Set(open.map((other) => other.step));
    const steps = this.#asked.flatMap((other) => {
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

  /** The steps that are asked and still need an answer, in their order. */
  open(responses: Responses, { shuffle }: Pick<Questionnaire['questions'], 'shuffle'>): OpenStep[] {
    return this.#asked.flatMap((step) => {
      const question = this.question(step);
      if (!question) return [];
      const ready =
        question.properties.control === 'shuffle'
          ? shuffleProgress(shuffle, swipesOf(responses[question.ref])).more === 0
          : quizStepReadiness({ questions: fieldsOf(question).map(asked), responses }).next_enabled;
      return ready ? [] : [{ step, title: question.title, path: paths.quiz(step) }];
    });
  }

  /** What is open before the first box can be ordered: those steps, and how often boxes come and when first. */
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
    return this.#asked.find((step) => this.question(step)?.onboarding_section === 'shipping');
  }
}

/** The answers of the delivery step. */
export const frequencyRef = 'subscription_type';
export const dateRef = 'ship_by_date';
const deliveryRefs = [frequencyRef, dateRef];

/** A step that still needs an answer, and where it is given. */
export interface OpenStep {
  step: number;
  title: string;
  path: string;
}

/** The questions that a step asks: a group's fields, or itself. */
export const fieldsOf = (question: Question): Question[] =>
  question.type === 'group' ? (question.properties.fields ?? []) : [question];

/** A question as core's `quiz_step.readiness` takes it. */
export const asked = ({ ref, type, validations }: Question) => ({ ref, type, required: validations.required });

const isForPickup = (question: Question) => question.properties.flow === 'pickup';
