import type { ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { OnboardingStep } from '~/components/layout/OnboardingStep';
import { StepBar } from '~/components/layout/StepBar';
import { paths } from '~/paths';
import type { StepProps } from './step';

type QuizFrameProps = StepProps & {
  /** What the step still needs, in the customer's words. */
  missing: readonly string[];
  onBlocked?: () => void;
  required: boolean;
  children: ReactNode;
};

/** The frame of each step: progress and the bar. Next leads a visitor to registration, because answers need an account. */
export function QuizFrame({ answers, plan, question, step, missing, onBlocked, required, children }: QuizFrameProps) {
  const navigate = useNavigate();
  const back = plan.before(step);
  const open = answers.questionnaire ? plan.open(answers.responses, answers.questionnaire) : [];
  return (
    <OnboardingStep
      progress={plan.progress(step, open)}
      current={question.onboarding_section}
      count={plan.countOf(step)}
      saved={answers.visiting ? undefined : answers.state}
      bar={
        <StepBar
          missing={missing}
          onNext={() => void navigate(answers.visiting ? paths.register : plan.after(step))}
          required={required}
          {...(back === null ? {} : { onBack: () => void navigate(back) })}
          {...(onBlocked ? { onBlocked } : {})}
        />
      }
    >
      {children}
    </OnboardingStep>
  );
}
