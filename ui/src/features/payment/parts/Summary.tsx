import { useRef } from 'react';
import { Link } from 'react-router';
import { useAccount } from '~/api/account';
import { useLocations } from '~/api/locations';
import { useAnswers } from '~/api/quiz/answers';
import { frequencyRef } from '~/api/quiz/pickupPlan';
import { choiceLabel } from '~/api/quiz/questionnaire';
import { useThemeBoxes } from '~/api/themeBoxes';
import parcel from '~/assets/boxes/parcel.svg';
import { AddressText, storeAddress } from '~/components/address/AddressText';
import { DateText } from '~/components/calendar/DateText';
import { dayToCome } from '~/lib/time/dayToCome';
import { showSuccess } from '~/components/feedback/Toaster';
import { TextButton } from '~/components/form/TextButton';
import { Row, RowNote, Rows } from '~/components/layout/Rows';
import { Illustration } from '~/components/media/Illustration';
import { FeeTerms } from '~/components/money/FeeTerms';
import { Price } from '~/components/money/Price';
import { messagesText, stylingFeeAmount } from '~/core';
import { now } from '~/lib/time/clock';
import { paths } from '~/paths';
import type { FirstBox } from './firstBox';
import spread from '~/components/layout/FormSpread.module.css';
import styles from './Summary.module.css';
import type { Discount } from './useDiscount';
import { useWithdrawThemeBox } from './useWithdrawThemeBox';

interface SummaryProps {
  box: FirstBox;
  discount: Discount;
}

/** A link for something that is not chosen; dots until the page knows whether it is (`isLoaded`). */
const chooseLink = (thing: string, isLoaded: boolean) =>
  isLoaded ? <Link to={paths.delivery}>Choose {thing}</Link> : '…';

/** What the customer orders and what it costs: beside the form, on a phone above its button. */
export function Summary({ box, discount }: SummaryProps) {
  const { data: account } = useAccount();
  const { flow, day, frequency, isFrequencyChosen, store, isThemeBox, theme, themeBox } = box;
  const isPickUp = flow === 'pickup';
  const { questionnaire } = useAnswers();
  const { data: locations } = useLocations();
  const { data: offered } = useThemeBoxes();
  const isGone = theme !== null && offered !== undefined && themeBox === null;
  const title = useRef<HTMLHeadingElement>(null);
  const withdraw = useWithdrawThemeBox();
  const takeBack = async () => {
    if (!(await withdraw())) return;
    // The pressed button is gone.
    title.current?.focus();
    showSuccess('Your box comes without a theme now.');
  };
  const fee = stylingFeeAmount({
    first_timer: account?.first_timer ?? true,
    styling_fee_override_code: account?.styling_fee_override_code ?? null,
    subscription_type: frequency,
    now: now(),
  });
  const coming = dayToCome(day);
  const chosenDay = coming === null ? chooseLink('a day', questionnaire !== undefined) : <DateText date={coming} />;
  return (
    <aside className={spread.aside} aria-labelledby="your-box">
      <div className={spread.sticky}>
        <Illustration
          src={themeBox?.attachment.href ?? parcel}
          ratio={themeBox ? '3 / 2' : '4 / 3'}
          cover={themeBox === null}
          className={themeBox ? styles.theme : styles.picture}
        />
        <h2 id="your-box" ref={title} tabIndex={-1} className={spread.title}>
          What you order
        </h2>
        <Rows>
          {isThemeBox ? (
            <Row name="Theme box">
              <span>{isGone ? 'It is no longer available.' : themeBox?.label}</span>
              <span className={styles.choice}>
                <Link to={paths.themeBox} state={{ back: paths.billing }}>
                  {theme === null ? 'Choose a theme' : 'Choose another'}
                </Link>
                <TextButton onClick={() => void takeBack()}>Continue without it</TextButton>
              </span>
            </Row>
          ) : null}
          {isPickUp ? (
            <>
              <Row name="Pick-up at">
                {store ? (
                  <>
                    {store.name}
                    <RowNote>
                      <AddressText address={storeAddress(store)} />
                    </RowNote>
                  </>
                ) : (
                  chooseLink('a store', questionnaire !== undefined && locations !== undefined)
                )}
              </Row>
              <Row name="Pick-up on">{chosenDay}</Row>
            </>
          ) : (
            <Row name="Arrives on">{chosenDay}</Row>
          )}
          <Row name="How often">
            {choiceLabel(questionnaire?.delivery_questions ?? [], frequencyRef, frequency)}
            {isFrequencyChosen ? null : <RowNote>{chooseLink('how often', questionnaire !== undefined)}</RowNote>}
          </Row>
          <Row name="Styling fee">
            <Price amount={fee} />
            <RowNote>{messagesText('styling_fee_charged')}</RowNote>
          </Row>
          <Row name="Discount">
            <DiscountFact discount={discount} onRetry={() => title.current?.focus()} />
          </Row>
        </Rows>
        <details className={styles.terms}>
          <summary>What a box costs</summary>
          <FeeTerms />
        </details>
      </div>
    </aside>
  );
}

interface DiscountFactProps {
  discount: Discount;
  /** Moves the focus from the pressed button, which goes away. */
  onRetry: () => void;
}

/** What counts, or that it could not be loaded; dots until the page knows. */
function DiscountFact({ discount: { counts, retry }, onRetry }: DiscountFactProps) {
  const tryAgain = () => {
    retry?.();
    onRetry();
  };
  return (
    <>
      <span role="status">{retry ? 'Your discount could not be loaded.' : null}</span>
      {retry ? (
        <span className={styles.choice}>
          <TextButton onClick={tryAgain}>Try again</TextButton>
        </span>
      ) : counts ? (
        <>
          {counts.description}
          <RowNote>{counts.code}</RowNote>
        </>
      ) : (
        <span>{counts === null ? '–' : '…'}</span>
      )}
    </>
  );
}
