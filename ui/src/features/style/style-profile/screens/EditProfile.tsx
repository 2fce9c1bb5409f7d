import { useAnswers } from '~/api/style/answers';
import { useQuestionnaire } from '~/api/style/questionnaire';
import { NotLoaded } from '~/components/feedback/NotLoaded';
import { MemberPage } from '~/components/layout/MemberPage';
import { useParams } from '~/lib/router/hooks';
import { Link } from '~/lib/router/Link';
import { Navigate } from '~/lib/router/Navigate';
import { paths } from '~/paths';
import { SectionForm } from '../parts/SectionForm';
import { sections } from '../sections';

/** The questions of a section of the style profile, saved as one set. */
export default function EditProfile() {
  const { section: id } = useParams();
  const section = sections().find((each) => each.id === id);
  const answers = useAnswers();
  const profile = useQuestionnaire().data?.id;
  const { questionnaire, failed, retry } = answers;
  if (!section) return <Navigate to={paths.styleProfile} replace />;
  return (
    <MemberPage eyebrow={<Link to={paths.styleProfile}>Style profile</Link>} title={section.title} lead={section.lead}>
      {questionnaire && profile ? (
        <SectionForm
          key={section.id}
          section={section}
          questionnaire={questionnaire}
          profile={profile}
          answers={answers}
        />
      ) : failed ? (
        <NotLoaded what="your answers" retry={retry} />
      ) : null}
    </MemberPage>
  );
}
