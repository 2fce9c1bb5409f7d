import { useAccount } from '~/api/account/record';
import { useAnswers } from '~/api/style/answers';
import { quizPlan } from '~/api/style/quizPlan';
import { likedCards } from '~/api/style/shuffle';
import { Unavailable } from '~/components/feedback/Unavailable';
import { Button } from '~/components/form/Button';
import { OnboardingStep } from '~/components/layout/OnboardingStep';
import { PageTitle } from '~/components/layout/PageTitle';
import { Illustration } from '~/components/media/Illustration';
import { useNavigate } from '~/lib/router/hooks';
import { paths } from '~/paths';
import styles from './Stylist.module.css';

/** How many outfits are shown. */
const outfitsShown = 3;

/** The screen that thanks the customer, between the style questions and those about the box. */
export default function Stylist() {
  const navigate = useNavigate();
  const { data: account } = useAccount();
  const { questionnaire, responses, state, failed, retry } = useAnswers();
  if (!questionnaire) return failed ? <Unavailable title="This page could not be loaded" retry={retry} /> : null;

  const { progress, next, previous } = quizPlan(questionnaire, responses, paths.stylist);
  const liked = likedCards(questionnaire, responses);
  const shown = (liked.length < outfitsShown ? questionnaire.shuffle : liked).slice(0, outfitsShown);

  return (
    <OnboardingStep progress={progress} current={progress.at(-1)?.id ?? ''} saved={state} bar={null}>
      <div className={styles.thanks}>
        <div className={styles.words}>
          <PageTitle
            eyebrow="Your style profile"
            lead="That is what we choose by. Two more things, and we can put your first box together."
          >
            {account ? `${account.first_name}, thanks` : 'Thanks'} for letting us know what makes you tick
          </PageTitle>
          <div className={styles.actions}>
            <Button onClick={() => void navigate(next)}>Sounds Good!</Button>
            {previous === null ? null : (
              <Button variant="quiet" onClick={() => void navigate(previous)}>
                Back
              </Button>
            )}
          </div>
        </div>
        {shown.length === 0 ? null : (
          <ul
            className={styles.board}
            aria-label={liked.length < outfitsShown ? 'From our collection' : 'Outfits that you liked'}
          >
            {shown.map(({ id, title, image }) => (
              <li key={id} className={styles.pin}>
                <Illustration src={image} alt={title} eager />
              </li>
            ))}
          </ul>
        )}
      </div>
    </OnboardingStep>
  );
}
