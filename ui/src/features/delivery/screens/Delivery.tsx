import { useState } from 'react';
import { useNavigate } from 'react-router';
import { useAnswers } from '~/api/quiz/answers';
import { dateRef, frequencyRef, quizPlan } from '~/api/quiz/quizPlan';
import { DateText } from '~/components/calendar/DateText';
import { DayCalendar } from '~/components/calendar/DayCalendar';
import { openDays } from '~/components/calendar/openDays';
import { Banner } from '~/components/feedback/Banner';
import { ChoiceCards } from '~/components/form/ChoiceCards';
import { OnboardingStep } from '~/components/layout/OnboardingStep';
import { OpenSteps } from '~/components/layout/OpenSteps';
import { PageTitle } from '~/components/layout/PageTitle';
import { StepBar } from '~/components/layout/StepBar';
import { deliveryCalendarDefaultDate, messagesText, signupNextStep } from '~/core';
import { now } from '~/lib/time/clock';
import { paths } from '~/paths';
import { useHolidays } from '../api';
import { chosenFrequency, frequencies } from '../parts/questions';
import styles from './Delivery.module.css';

const openRef = 'open-steps';

/** Asks for the frequency of boxes and the date of the first one. */
export default function Delivery() {
  const navigate = useNavigate();
  const { questionnaire, responses, answer, state, visiting, refused } = useAnswers();
  const { data: holidays } = useHolidays();
  // Fixed while the screen is open, so that days do not change meanwhile. The server checks the date again.
  const [present] = useState(now);
  const [pressed, setPressed] = useState(false);
  if (!questionnaire || !holidays) return null;

  // A visitor registers first and answers the quiz afterwards.
  const plan = quizPlan(questionnaire, visiting ? null : responses, paths.delivery);
  const { open, previous } = plan;
  const days = openDays('delivery', present, holidays);
  const saved = responses[dateRef];
  const stored = typeof saved === 'string' && saved !== '' ? saved : null;
  const closed = stored === null ? null : days.blocked(stored);
  const date = stored !== null && closed === null ? stored : deliveryCalendarDefaultDate({ now: present, holidays });

  const { title, hint, choices } = frequencies(questionnaire.delivery_questions);
  const frequency = chosenFrequency(responses);
  const missing = [
    ...(open.length > 1 ? [`${open.length} steps of your quiz`] : open.map((step) => step.title)),
    ...(frequency === null ? [title] : []),
    ...(date === null ? ['A day for your first box'] : []),
  ];

  const goOn = () => {
    if (date !== null && date !== stored) answer(dateRef, date);
    void navigate(visiting ? paths.register : signupNextStep({ flow: 'delivery', wants_shoes: null }));
  };

  return (
    <OnboardingStep
      progress={plan.progress}
      current="shipping"
      saved={visiting ? undefined : state}
      bar={
        <StepBar
          missing={missing}
          onBlocked={() => {
            setPressed(true);
            document.getElementById(open.length > 0 ? openRef : frequencyRef)?.focus();
          }}
          {...(previous === null ? {} : { onBack: () => void navigate(previous) })}
          onNext={goOn}
        />
      }
    >
      <div className={styles.delivery}>
        <div className={styles.intro}>
          <PageTitle lead={messagesText('delivery_terms')}>When may I send it?</PageTitle>
          <OpenSteps id={openRef} steps={open} />
        </div>
        <section className={styles.often}>
          <ChoiceCards
            id={frequencyRef}
            legend={<span className={styles.question}>{title}</span>}
            hint={hint}
            choices={choices}
            value={frequency}
            onChange={(value) => answer(frequencyRef, value)}
            message={refused[frequencyRef] ?? (pressed && frequency === null ? messagesText('required') : undefined)}
            required
          />
        </section>
        <section className={styles.day} aria-labelledby="first-day">
          <h2 id="first-day" className={styles.question}>
            The day your first box arrives
          </h2>
          {stored !== null && closed !== null ? (
            <Banner>
              <DateText date={stored} /> can no longer be chosen. {messagesText(closed)}
            </Banner>
          ) : null}
          {refused[dateRef] ? <Banner tone="fault">{refused[dateRef]}</Banner> : null}
          <DayCalendar
            label="The day your first box arrives"
            days={days}
            value={date}
            onChange={(day) => answer(dateRef, day)}
            meaning="Your first box arrives on"
            small
          />
        </section>
      </div>
    </OnboardingStep>
  );
}
