import { useQuery } from '@tanstack/react-query';
import { useAnswers } from '~/api/style/answers';
import { questionnaireQuery } from '~/api/style/questionnaire';
import { quizPlan } from '~/api/style/quizPlan';
import { NotLoaded } from '~/components/feedback/NotLoaded';
import { MemberPage } from '~/components/layout/MemberPage';
import { paths } from '~/paths';
import { DailyCards } from '../parts/DailyCards';
import { SectionCards } from '../parts/SectionCards';
import { AnswersAtAGlance } from '../parts/AnswersAtAGlance';

/** The style profile: the deck of the day, how complete each section is, and all answers at a glance. */
export default function StyleProfile() {
  const answers = useAnswers();
  // Always reload, because each day has another deck.
  const { data } = useQuery({ ...questionnaireQuery, refetchOnMount: 'always' });
  const { questionnaire, responses, failed, retry } = answers;
  const daily = questionnaire?.profile_questions.find(({ properties }) => properties.deck === 'reshuffle');
  return (
    <MemberPage eyebrow="Your taste" title="Style Profile" lead="The more we know, the less you send back.">
      {questionnaire ? (
        <>
          {daily ? (
            <DailyCards
              question={daily}
              cards={questionnaire.reshuffle}
              hasMoreTomorrow={questionnaire.more_tomorrow}
              answers={answers}
            />
          ) : null}
          {data?.stats ? <SectionCards stats={data.stats} /> : null}
          <AnswersAtAGlance
            questions={quizPlan(questionnaire, responses, paths.styleProfile).asked}
            responses={responses}
          />
        </>
      ) : failed ? (
        <NotLoaded what="your style profile" retry={retry} />
      ) : null}
    </MemberPage>
  );
}
