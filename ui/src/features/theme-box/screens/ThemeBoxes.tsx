import { useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import { useKnownAccount } from '~/api/account';
import type { ThemeBox } from '~/api/schema.gen';
import { useSaveThemeBox, useThemeBoxes } from '~/api/themeBoxes';
import { Banner } from '~/components/feedback/Banner';
import { Spinner } from '~/components/feedback/Spinner';
import { showSuccess } from '~/components/feedback/Toaster';
import { Button } from '~/components/form/Button';
import { ChoiceCards } from '~/components/form/ChoiceCards';
import { BottomBar } from '~/components/layout/BottomBar';
import { PageTitle } from '~/components/layout/PageTitle';
import { messagesText, sessionAfterLogin } from '~/core';
import { declareDraft } from '~/lib/draft/draft';
import { forgetDraft } from '~/lib/draft/store';
import { useDraftState } from '~/lib/draft/useDraft';
import { recall, remember } from '~/lib/memory';
import { paths } from '~/paths';
import styles from './ThemeBoxes.module.css';

const choiceId = 'theme-boxes';

/** The theme box that is marked, before Continue. */
interface Marked {
  theme: string | null;
}

const draft = declareDraft<Marked>({ name: 'theme box', lifetime: 'customer', fields: ['theme'] });

/** Offers the theme boxes. After a choice a visitor registers; a customer goes on as after signing in with a theme box. */
export default function ThemeBoxes() {
  const navigate = useNavigate();
  // The payment form links here, and says where the customer returns to.
  const back = (useLocation().state as { back?: string } | null)?.back;
  const account = useKnownAccount();
  const { data: boxes, isError, isFetching, refetch } = useThemeBoxes();
  const saveThemeBox = useSaveThemeBox();
  const [{ theme: marked }, mark] = useDraftState(draft, () => ({ theme: recall('selectedThemebox') }));
  const [wasPressed, setWasPressed] = useState(false);
  const chosen = boxes?.find(({ theme }) => theme === marked);

  const choose = (theme: string | null) => {
    remember('selectedThemebox', theme);
    forgetDraft(draft);
  };
  const goOn = (box: ThemeBox) => {
    choose(box.theme);
    if (!account) return void navigate(paths.registerThemeBox);
    saveThemeBox.mutate(box.theme);
    if (back !== undefined) return void navigate(back, { replace: true });
    showSuccess(`Your choice is kept: ${box.label}.`);
    void navigate(sessionAfterLogin({ redirect_to: null, theme_box: box.theme, payment_flag: false, default: null }));
  };

  return (
    <>
      <div className={styles.page}>
        <div className={styles.intro}>
          <PageTitle
            eyebrow="Theme boxes"
            lead={
              <p>
                Pick a theme and your stylist builds the whole box around it. Your sizes and your colors come from{' '}
                {account ? 'your style profile' : 'a short quiz'}.
              </p>
            }
          >
            Would you like your stylist to curate a Theme Box for you?
          </PageTitle>
          {account ? null : (
            <p className={styles.without}>
              <Link to={paths.register} onClick={() => choose(null)}>
                No, thank you: sign up without a theme
              </Link>
            </p>
          )}
        </div>
        {boxes ? (
          <ChoiceCards
            id={choiceId}
            legend="Theme boxes"
            hideLegend
            choices={boxes.map(({ theme, label, description, attachment }) => ({
              value: theme,
              label,
              description,
              image: attachment.href,
            }))}
            value={chosen?.theme ?? null}
            onChange={(theme) => mark({ theme })}
            message={wasPressed && !chosen ? messagesText('required') : undefined}
            required
          />
        ) : isError && !isFetching ? (
          <div>
            <Banner>
              <p>We can’t show the theme boxes just now.</p>
              <Button variant="quiet" onClick={() => void refetch()}>
                Try again
              </Button>
            </Banner>
          </div>
        ) : (
          <Waiting />
        )}
      </div>
      <BottomBar>
        <div className={styles.inner}>
          <p className={styles.chosen}>
            {chosen ? (
              <>
                <span className="eyebrow">Your theme</span> {chosen.label}
              </>
            ) : null}
          </p>
          <Button
            className={styles.next}
            missing={chosen ? [] : ['a theme box']}
            onBlocked={() => {
              setWasPressed(true);
              document.getElementById(choiceId)?.focus();
            }}
            onClick={() => chosen && goOn(chosen)}
          >
            Continue
          </Button>
        </div>
      </BottomBar>
    </>
  );
}

/** As many blanks as there usually are theme boxes. */
const blanks = Array.from({ length: 9 }, (_, index) => index);

const Waiting = () => (
  <div className={styles.blanks}>
    <Spinner label="Loading the theme boxes" />
    {blanks.map((blank) => (
      <div key={blank} className={styles.blank} />
    ))}
  </div>
);
