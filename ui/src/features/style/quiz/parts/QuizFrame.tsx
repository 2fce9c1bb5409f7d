import type { ReactNode } from 'react';
import { fieldsOf } from '~/api/style/quizPlan';
import type { ThemeUnsaved } from '~/api/order/themeBoxes';
import { Banner } from '~/components/feedback/Banner';
import { OnboardingStep } from '~/components/layout/OnboardingStep';
import { useSaveState } from '~/components/layout/useSaveState';
import { StepBar } from '~/components/layout/StepBar';
import { useChangeOf } from '~/components/layout/useChangeOf';
import { useLocation, useNavigate } from '~/lib/router/hooks';
import { Link } from '~/lib/router/Link';
import { paths } from '~/paths';
import type { StepProps } from './step';

type QuizFrameProps = StepProps & {
  /** What is still missing in the step, in the customer's words. */
  missing: readonly string[];
  onBlocked?: () => void;
  required: boolean;
  /** Whether something is typed that is no answer yet. */
  isIncomplete?: boolean;
  children: ReactNode;
};

/** The frame of each step: progress and the bar. */
export function QuizFrame(props: QuizFrameProps) {
  const { answers, plan, question, onward, missing, onBlocked, required, isIncomplete = false, children } = props;
  const navigate = useNavigate();
  const saved = useSaveState(answers.state, {
    step: question.ref,
    isAnswered: fieldsOf(question).some(({ ref }) => ref in answers.responses),
    isIncomplete,
  });
  const back = useChangeOf();
  const { pathname, state } = useLocation();
  const unsaved = (state as ThemeUnsaved | null)?.themeUnsaved ?? [];
  const previous = back ?? plan.previous;
  return (
    <OnboardingStep
      progress={plan.progress}
      current={question.onboarding_section}
      count={plan.count}
      saved={answers.visiting ? undefined : saved}
      bar={
        <StepBar
          missing={missing}
          onNext={() => void navigate(onward)}
          required={required}
          {...(previous === null ? {} : { onBack: () => void navigate(previous) })}
          {...(onBlocked ? { onBlocked } : {})}
        />
      }
    >
      {unsaved.length > 0 ? (
        <Banner tone="fault">
          <p>Your theme box is not saved. {unsaved.join(' ')}</p>
          <p>
            {/* `replace`, so that Back does not lead to this banner again. */}
            <Link to={paths.themeBox} state={{ back: pathname }} replace>
              Choose a theme box
            </Link>
          </p>
        </Banner>
      ) : null}
      {children}
    </OnboardingStep>
  );
}
