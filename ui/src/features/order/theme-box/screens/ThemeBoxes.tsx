import { useState } from 'react';
import { useThemeBoxes } from '~/api/order/themeBoxes';
import { Banner } from '~/components/feedback/Banner';
import { Spinner } from '~/components/feedback/Spinner';
import { Button } from '~/components/form/Button';
import { ChoiceCards } from '~/components/form/ChoiceCards';
import { BottomBar } from '~/components/layout/BottomBar';
import { PageTitle } from '~/components/layout/PageTitle';
import { SessionOver } from '~/components/layout/SessionOver';
import { messagesText } from '~/core';
import { Link } from '~/lib/router/Link';
import { paths } from '~/paths';
import { BeforeOrder } from '../parts/BeforeOrder';
import styles from '../parts/ThemeBoxes.module.css';
import { useThemeBoxChoice } from '../parts/useThemeBoxChoice';

const choiceId = 'theme-boxes';

/**
 * Offers the theme boxes. After a choice a visitor registers, and a customer orders the box. If something is missing for the
 * order, the order form opens with the theme.
 */
export default function ThemeBoxes() {
  const { data: boxes, isError, isFetching, refetch } = useThemeBoxes();
  const choice = useThemeBoxChoice(boxes);
  const { chosen, isCustomer } = choice;
  const [wasPressed, setWasPressed] = useState(false);
  const isEmpty = boxes?.length === 0;
  return (
    <>
      <SessionOver />
      <div className={styles.page}>
        <div className={styles.intro}>
          <PageTitle eyebrow="Theme boxes" lead={isEmpty ? null : <Lead isCustomer={isCustomer} />}>
            Would you like your stylist to curate a Theme Box for you?
          </PageTitle>
          {isCustomer || isEmpty ? null : (
            <p className={styles.without}>
              <Link to={paths.register} onClick={choice.chooseNone}>
                No, thank you: sign up without a theme
              </Link>
            </p>
          )}
        </div>
        {isEmpty ? (
          <NoBoxes choice={choice} />
        ) : boxes ? (
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
            onChange={choice.mark}
            message={wasPressed && !chosen ? messagesText('required') : undefined}
            required
          />
        ) : isError && !isFetching ? (
          <div>
            <Banner>
              <p>We can’t show the theme boxes right now.</p>
              <Button variant="quiet" onClick={() => void refetch()}>
                Try again
              </Button>
            </Banner>
          </div>
        ) : (
          <Waiting />
        )}
      </div>
      {isEmpty ? null : (
        <BottomBar>
          <div className={styles.inner}>
            {chosen && choice.orders ? <BeforeOrder box={choice.orders} /> : null}
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
              busy={choice.busy}
              failure={choice.failure}
              busyLabel="One moment..."
              onClick={choice.press}
            >
              {choice.label}
            </Button>
          </div>
        </BottomBar>
      )}
    </>
  );
}

const Lead = ({ isCustomer }: { isCustomer: boolean }) => (
  <p>
    Pick a theme for your box. Your sizes and your colors come from {isCustomer ? 'your style profile' : 'a short quiz'}
    .
  </p>
);

/** Shown if no theme box is offered, with a link to continue. */
const NoBoxes = ({ choice: { isCustomer, back, chooseNone } }: { choice: ReturnType<typeof useThemeBoxChoice> }) => (
  <Banner>
    <p>There are no theme boxes right now. Your box comes without a theme, chosen by your profile.</p>
    <p>
      {isCustomer ? (
        <Link to={back ?? paths.orderBox}>{back ? 'Go back' : 'Order a box without a theme'}</Link>
      ) : (
        <Link to={paths.register} onClick={chooseNone}>
          Sign up without a theme
        </Link>
      )}
    </p>
  </Banner>
);

/** The placeholders while loading: as many as there usually are theme boxes. */
const blanks = Array.from({ length: 9 }, (_, index) => index);

const Waiting = () => (
  <div className={styles.blanks}>
    <Spinner label="Loading the theme boxes" />
    {blanks.map((blank) => (
      <div key={blank} className={styles.blank} />
    ))}
  </div>
);
