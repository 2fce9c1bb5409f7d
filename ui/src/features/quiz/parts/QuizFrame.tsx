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
export function QuizFrame({ answers, plan, question, missing, onBlocked, required, children }: QuizFrameProps) {
  const navigate = useNavigate();
  const { previous } = plan;
  return (
    <OnboardingStep
      progress={plan.progress}
      current={question.onboarding_section}
      count={plan.count}
      saved={answers.visiting ? undefined : answers.state}
      bar={
        <StepBar
          missing={missing}
          onNext={() => void navigate(answers.visiting ? paths.register : plan.next)}
          required={required}
          {...(previous === null ? {} : { onBack: () => void navigate(previous) })}
          {...(onBlocked ? { onBlocked } : {})}
        />
      }
    >
      {children}
    </OnboardingStep>
  );
}
